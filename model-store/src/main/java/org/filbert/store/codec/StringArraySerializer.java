package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes an array of strings: its length, then each string after a byte that is 0 for null. */
final class StringArraySerializer extends Serializer<@Nullable String[]> {

  @Override
  public void write(Kryo kryo, Output output, @Nullable String[] array) {
    output.writeVarInt(array.length, true);
    for (String text : array) {
      kryo.writeObjectOrNull(output, text, String.class);
    }
  }

  @Override
  public @Nullable String[] read(Kryo kryo, Input input, Class<? extends @Nullable String[]> type) {
    int length = Lengths.read(input);
    List<@Nullable String> texts = new ArrayList<>(Math.min(length, Lengths.MAX_RESERVED));
    for (int i = 0; i < length; i++) {
      texts.add(kryo.readObjectOrNull(input, String.class));
    }
    return texts.toArray(String[]::new);
  }
}
