package org.filbert.operators.loop;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.api.java.typeutils.runtime.DataInputViewStream;
import org.apache.flink.api.java.typeutils.runtime.DataOutputViewStream;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.filbert.connectors.flink.ImmutableSerializer;
import org.filbert.connectors.flink.ImmutableTypeInfo;
import org.filbert.store.codec.KryoCodec;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches and outputs of a stream program between tasks, as the program's other messages.
 * Not for state, as the bytes are valid within one job only.
 */
public final class MessageSerializer<T> extends ImmutableSerializer<T> {
  private static final long serialVersionUID = 1L;

  private final Class<T> type;
  private final List<Class<?>> messages;
  private transient @Nullable KryoCodec codec;

  MessageSerializer(Class<T> type, List<Class<?>> messages) {
    this.type = type;
    this.messages = messages;
  }

  /**
   * Type information for messages of a type.
   *
   * @param messages classes that they contain
   */
  public static <T> ImmutableTypeInfo<T> type(Class<T> type, List<Class<?>> messages) {
    return new ImmutableTypeInfo<>(type, new MessageSerializer<>(type, messages));
  }

  private KryoCodec codec() {
    if (codec == null) {
      codec = new KryoCodec(messages);
    }
    return codec;
  }

  @Override
  public void serialize(T message, DataOutputView out) throws IOException {
    codec().write(new DataOutputViewStream(out), message);
  }

  @Override
  public T deserialize(DataInputView in) throws IOException {
    return codec().read(new DataInputViewStream(in), type);
  }

  /** Each thread needs its own codec. */
  @Override
  public TypeSerializerSingleton<T> duplicate() {
    return new MessageSerializer<>(type, messages);
  }

  @Override
  public T createInstance() {
    throw new UnsupportedOperationException("messages are never reused");
  }

  @Override
  public TypeSerializerSnapshot<T> snapshotConfiguration() {
    throw new UnsupportedOperationException("messages are not state");
  }
}
