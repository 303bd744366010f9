package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.Collection;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Writes a list or set: its size, then each element after its class. */
final class CollectionSerializer<C extends Collection<@Nullable Object>> extends Serializer<C> {
  private final IntFunction<C> create;

  /**
   * @param create makes a collection for an expected number of elements
   */
  CollectionSerializer(IntFunction<C> create) {
    this.create = create;
  }

  @Override
  public void write(Kryo kryo, Output output, C elements) {
    output.writeVarInt(elements.size(), true);
    for (Object element : elements) {
      kryo.writeClassAndObject(output, element);
    }
  }

  @Override
  public C read(Kryo kryo, Input input, Class<? extends C> type) {
    int size = Lengths.read(input);
    C elements = create.apply(Math.min(size, Lengths.MAX_RESERVED));
    for (int i = 0; i < size; i++) {
      elements.add(kryo.readClassAndObject(input));
    }
    return elements;
  }
}
