package org.filbert.store.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the class of a value by its id or name among the known classes. Kryo alone would load any
 * class that the bytes name. A message contains a name once; afterwards the index of the name
 * stands for it.
 */
final class KnownClasses extends DefaultClassResolver {
  private final StringSerializer names = new StringSerializer(new LittleEndian());
  private final Map<String, Class<?>> named;
  private final Map<Class<?>, String> nameOf = new HashMap<>();
  private final Map<Class<?>, Integer> written = new HashMap<>();
  private final List<Registration> read = new ArrayList<>();

  /**
   * @param named classes by their names in the bytes
   */
  KnownClasses(Map<String, Class<?>> named) {
    this.named = named;
    named.forEach((name, type) -> nameOf.put(type, name));
  }

  @Override
  @SuppressWarnings("rawtypes") // as in Kryo
  protected void writeName(Output output, Class type, Registration registration) {
    output.writeByte(NAME + 2);
    Class<?> known = registration.getType();
    Integer number = written.putIfAbsent(known, written.size());
    if (number != null) {
      output.writeVarInt(number, true);
      return;
    }
    output.writeVarInt(written.size() - 1, true);
    names.write(kryo, output, Objects.requireNonNull(nameOf.get(known)));
  }

  @Override
  protected Registration readName(Input input) {
    if (named.isEmpty()) {
      throw new KryoException("found a class by its name, expected one by its id");
    }
    int number = input.readVarInt(true);
    if (number < 0 || number > read.size()) {
      throw new KryoException(
          "found class number %s, after %s names".formatted(number, read.size()));
    }
    if (number == read.size()) {
      String name = names.read(kryo, input, String.class);
      Class<?> type = named.get(name);
      if (type == null) {
        throw new KryoException("found a class named " + shown(name) + ", which is not known here");
      }
      read.add(kryo.getRegistration(type));
    }
    return read.get(number);
  }

  private static String shown(String name) {
    int most = 200;
    return name.length() > most ? name.substring(0, most) + "..." : name;
  }

  @Override
  public void reset() {
    super.reset();
    written.clear();
    read.clear();
  }
}
