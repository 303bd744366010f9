package org.filbert.connectors.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** The common part of serializers for immutable values. */
public abstract class ImmutableSerializer<T> extends TypeSerializerSingleton<T> {
  private static final long serialVersionUID = 1L;

  @Override
  public T deserialize(T reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    serialize(deserialize(in), out);
  }

  @Override
  public T copy(T value) {
    return value;
  }

  @Override
  public T copy(T value, T reuse) {
    return value;
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public int getLength() {
    return -1;
  }
}
