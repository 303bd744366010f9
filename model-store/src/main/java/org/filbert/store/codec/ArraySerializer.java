package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.lang.reflect.Array;

/** Writes a primitive array: its length, then the little-endian elements. */
final class ArraySerializer<A> extends Serializer<A> {
  private final ElementType<A> type;
  private final LittleEndian bytes;

  ArraySerializer(ElementType<A> type, LittleEndian bytes) {
    this.type = type;
    this.bytes = bytes;
  }

  @Override
  public void write(Kryo kryo, Output output, A array) {
    int length = Array.getLength(array);
    output.writeVarInt(length, true);
    try {
      bytes.write(output, type, array, 0, length);
    } catch (IOException e) {
      throw new KryoException(e);
    }
  }

  @Override
  public A read(Kryo kryo, Input input, Class<? extends A> ignored) {
    try {
      return bytes.readArray(input, type, Lengths.read(input));
    } catch (IOException e) {
      throw new KryoException(e);
    }
  }
}
