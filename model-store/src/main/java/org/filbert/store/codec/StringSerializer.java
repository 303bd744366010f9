package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes a string: its length in UTF-8 bytes, then the bytes. */
final class StringSerializer extends Serializer<String> {
  private final LittleEndian bytes;

  StringSerializer(LittleEndian bytes) {
    super(false, true);
    this.bytes = bytes;
  }

  @Override
  public void write(Kryo kryo, Output output, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    output.writeVarInt(utf8.length, true);
    output.writeBytes(utf8);
  }

  @Override
  public String read(Kryo kryo, Input input, Class<? extends String> type) {
    try {
      byte[] utf8 = bytes.readArray(input, ElementType.BYTES, Lengths.read(input));
      return new String(utf8, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new KryoException(e);
    }
  }
}
