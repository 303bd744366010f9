package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes a map: its size, then each key and value after its class. */
final class MapSerializer<M extends Map<Object, @Nullable Object>> extends Serializer<M> {
  private final Supplier<M> create;

  MapSerializer(Supplier<M> create) {
    this.create = create;
  }

  @Override
  public void write(Kryo kryo, Output output, M map) {
    if (map instanceof SortedMap<?, ?> sorted && sorted.comparator() != null) {
      throw new IllegalArgumentException(
          "a sorted map with a comparator cannot be written, only one in natural order");
    }
    output.writeVarInt(map.size(), true);
    map.forEach(
        (key, value) -> {
          kryo.writeClassAndObject(output, key);
          kryo.writeClassAndObject(output, value);
        });
  }

  @Override
  public M read(Kryo kryo, Input input, Class<? extends M> type) {
    int size = Lengths.read(input);
    M map = create.get();
    for (int i = 0; i < size; i++) {
      map.put(kryo.readClassAndObject(input), kryo.readClassAndObject(input));
    }
    return map;
  }
}
