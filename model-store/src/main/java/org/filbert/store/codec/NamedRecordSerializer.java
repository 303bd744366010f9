package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a record with the names of its components, so that another version of the class can read
 * it: the number and names once per message, then each value after its class.
 *
 * <p>An unknown component is skipped. A missing component is null, or an error if it must not be
 * null. Other checks are those of {@link RecordSerializer}.
 */
final class NamedRecordSerializer<R extends Record> extends Serializer<R> {
  private static final int NOWHERE = -1;
  private static final int MOST_COMPONENTS = 255;

  private final StringSerializer names = new StringSerializer(new LittleEndian());

  private static List<RecordSerializer.Component> components(Class<?> type) {
    return RecordSerializer.accessTo(type).components();
  }

  @Override
  @SuppressWarnings("unchecked") // as in Kryo
  public void write(Kryo kryo, Output output, R object) {
    List<RecordSerializer.Component> components = components(object.getClass());
    if (kryo.getGraphContext().put(this, true) == null) {
      output.writeVarInt(components.size(), true);
      components.forEach(component -> names.write(kryo, output, component.name()));
    }
    for (RecordSerializer.Component component : components) {
      kryo.writeClassAndObject(output, component.get(object));
    }
  }

  @Override
  @SuppressWarnings("unchecked") // as in Kryo
  public R read(Kryo kryo, Input input, Class<? extends R> type) {
    int[] places = (int[]) kryo.getGraphContext().get(this);
    if (places == null) {
      places = places(kryo, input, type);
      kryo.getGraphContext().put(this, places);
    }
    RecordSerializer.Access access = RecordSerializer.accessTo(type);
    @Nullable Object[] values = new Object[access.components().size()];
    for (int place : places) {
      Object value = kryo.readClassAndObject(input);
      if (place != NOWHERE) {
        access.components().get(place).check(value);
        values[place] = value;
      }
    }
    return type.cast(access.make(type, values));
  }

  /** Reads the names and returns the component index of each value. */
  private int[] places(Kryo kryo, Input input, Class<?> type) {
    int count = input.readVarInt(true);
    if (count < 0 || count > MOST_COMPONENTS) {
      throw new KryoException("found a record of " + count + " components");
    }
    List<RecordSerializer.Component> components = components(type);
    int[] places = new int[count];
    boolean[] found = new boolean[components.size()];
    for (int i = 0; i < count; i++) {
      places[i] = place(names.read(kryo, input, String.class), components);
      if (places[i] != NOWHERE && found[places[i]]) {
        throw new KryoException("found a component of " + type.getSimpleName() + " twice");
      }
      if (places[i] != NOWHERE) {
        found[places[i]] = true;
      }
    }
    for (int place = 0; place < found.length; place++) {
      RecordSerializer.Component component = components.get(place);
      if (!found[place] && !component.declared().nullable()) {
        throw new KryoException(
            "found a %s without the required %s".formatted(type.getName(), component.name()));
      }
    }
    return places;
  }

  private static int place(String name, List<RecordSerializer.Component> components) {
    for (int place = 0; place < components.size(); place++) {
      if (components.get(place).isNamed(name)) {
        return place;
      }
    }
    return NOWHERE;
  }
}
