package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import org.filbert.linalg.Precision;

/** Writes a precision as one byte, its code. The codes never change. */
public final class PrecisionSerializer extends Serializer<Precision> {
  PrecisionSerializer() {
    super(false, true);
  }

  @Override
  public void write(Kryo kryo, Output output, Precision precision) {
    output.writeByte(code(precision));
  }

  @Override
  public Precision read(Kryo kryo, Input input, Class<? extends Precision> type) {
    return precision(input.readByte());
  }

  public static int code(Precision precision) {
    return switch (precision) {
      case SINGLE -> 1;
      case DOUBLE -> 2;
    };
  }

  public static Precision precision(int code) {
    return switch (code) {
      case 1 -> Precision.SINGLE;
      case 2 -> Precision.DOUBLE;
      default ->
          throw new IllegalArgumentException(
              "found element type " + code + ", expected 1 (float) or 2 (double)");
    };
  }
}
