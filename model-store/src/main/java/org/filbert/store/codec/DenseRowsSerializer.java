package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import org.filbert.data.DenseRows;
import org.filbert.linalg.Matrix;

/** Writes dense rows as their matrix. */
final class DenseRowsSerializer extends Serializer<DenseRows> {
  @Override
  public void write(Kryo kryo, Output output, DenseRows rows) {
    kryo.writeObject(output, rows.matrix());
  }

  @Override
  public DenseRows read(Kryo kryo, Input input, Class<? extends DenseRows> type) {
    return new DenseRows(kryo.readObject(input, Matrix.class));
  }
}
