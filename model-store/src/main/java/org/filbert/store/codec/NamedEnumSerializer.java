package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Writes an enum constant as its name. */
@SuppressWarnings("rawtypes") // as in Kryo: the enum is only known at run time
final class NamedEnumSerializer extends Serializer<Enum> {
  private final StringSerializer names = new StringSerializer(new LittleEndian());
  private final Class<? extends Enum> type;

  NamedEnumSerializer(Class<? extends Enum> type) {
    super(false, true);
    this.type = type;
  }

  @Override
  public void write(Kryo kryo, Output output, Enum constant) {
    names.write(kryo, output, constant.name());
  }

  @Override
  public Enum read(Kryo kryo, Input input, Class<? extends Enum> unused) {
    String name = names.read(kryo, input, String.class);
    for (Enum constant : type.getEnumConstants()) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    throw new KryoException("found an unknown constant of " + type.getSimpleName());
  }
}
