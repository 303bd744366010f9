package org.filbert.connectors.flink;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.filbert.data.Features;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** Writes features and targets. A preceding byte has bits for their kinds. */
final class ExampleCodec {
  private static final int SPARSE = 1 << 3;
  private static final int CLASS_NAME = 1 << 4;
  private static final int VALUES = 1 << 5;
  private static final int TEXT = 1 << 6;
  private static final int CELLS = TEXT | SPARSE;

  private ExampleCodec() {}

  /** The bits for the kind of features. */
  static int shape(Features features) {
    if (features instanceof Features.Text) {
      return TEXT;
    }
    if (features instanceof Features.Cells) {
      return CELLS;
    }
    return features instanceof Features.Sparse ? SPARSE : 0;
  }

  /** The bits for the kind of target. */
  static int shape(@Nullable Target target) {
    if (target instanceof Target.ClassName) {
      return CLASS_NAME;
    }
    return target == null ? 0 : VALUES;
  }

  static void write(Features features, DataOutputView out) throws IOException {
    if (features instanceof Features.Sparse sparse) {
      ArrayCodec.writeInts(sparse.indices(), out);
      ArrayCodec.writeDoubles(sparse.values(), out);
    } else if (features instanceof Features.Text text) {
      ArrayCodec.writeText(text.document(), out);
    } else if (features instanceof Features.Cells cells) {
      ArrayCodec.writeBytes(cells.text(), out);
      ArrayCodec.writeInts(cells.ends(), out);
    } else {
      ArrayCodec.writeDoubles(((Features.Dense) features).values(), out);
    }
  }

  static void write(@Nullable Target target, DataOutputView out) throws IOException {
    if (target instanceof Target.ClassName name) {
      ArrayCodec.writeText(name.name(), out);
    } else if (target instanceof Target.Values values) {
      ArrayCodec.writeDoubles(values.values(), out);
    }
  }

  static Features readFeatures(int shape, DataInputView in) throws IOException {
    if ((shape & CELLS) == CELLS) {
      return readCells(in);
    }
    if ((shape & TEXT) != 0) {
      return new Features.Text(ArrayCodec.readText(in));
    }
    return (shape & SPARSE) != 0 ? readSparse(in) : new Features.Dense(ArrayCodec.readDoubles(in));
  }

  private static Features readCells(DataInputView in) throws IOException {
    byte[] text = ArrayCodec.readBytes(in);
    int[] ends = ArrayCodec.readInts(in);
    int before = 0;
    for (int end : ends) {
      int place = end < 0 ? -1 - end : end;
      if (place > text.length || (end < 0 ? place != before : place < before)) {
        throw new IOException("found the end of a cell at " + end + ", not ascending in the text");
      }
      before = place;
    }
    return new Features.Cells(text, ends);
  }

  private static Features readSparse(DataInputView in) throws IOException {
    int[] indices = ArrayCodec.readInts(in);
    double[] values = ArrayCodec.readDoubles(in);
    if (indices.length != values.length) {
      throw new IOException("found " + indices.length + " indices of " + values.length + " values");
    }
    for (int i = 0; i < indices.length; i++) {
      if (indices[i] < (i == 0 ? 0 : indices[i - 1] + 1L)) {
        throw new IOException("found index " + indices[i] + " at place " + i + ", not ascending");
      }
    }
    return new Features.Sparse(indices, values);
  }

  static @Nullable Target readTarget(int shape, DataInputView in) throws IOException {
    if ((shape & CLASS_NAME) != 0) {
      return new Target.ClassName(ArrayCodec.readText(in));
    }
    return (shape & VALUES) != 0 ? new Target.Values(ArrayCodec.readDoubles(in)) : null;
  }
}
