package org.filbert.store;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import org.filbert.linalg.Precision;

/** Writes a precision as one byte, its {@link PrecisionCode}. */
final class PrecisionSerializer extends Serializer<Precision> {
  PrecisionSerializer() {
    super(false, true);
  }

  @Override
  public void write(Kryo kryo, Output output, Precision precision) {
    output.writeByte(PrecisionCode.of(precision));
  }

  @Override
  public Precision read(Kryo kryo, Input input, Class<? extends Precision> type) {
    return PrecisionCode.precision(input.readByte());
  }
}
