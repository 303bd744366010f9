package org.filbert.it;

import java.io.DataInputStream;
import java.io.IOException;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.FilePart;
import org.filbert.connectors.file.FormatType;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.connectors.file.RecordReader;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/**
 * Rows of floats, big endian, each a regression target and the features. Only the tests' class path
 * has this format.
 *
 * @param columns Number of features.
 */
public record FloatRows(int columns) implements DataFormat {
  public FloatRows {
    if (columns < 1) {
      throw new IllegalArgumentException("columns: found " + columns + ", allowed 1 or more");
    }
  }

  @Override
  public boolean hasLabel() {
    return true;
  }

  @Override
  public FloatRows withLabel(@Nullable String place) {
    return this;
  }

  /** The registration of this type. */
  public static final class Type extends FormatType<FloatRows> {
    public Type() {
      super("float-rows", FloatRows.class);
    }

    @Override
    public RecordReader open(FloatRows format, ReadOptions options, FilePart part)
        throws IOException {
      return new Reader(format.columns(), options, part.file());
    }
  }

  private static final class Reader implements RecordReader {
    private final int columns;
    private final ReadOptions options;
    private final InputFile file;
    private final DataInputStream in;
    private final long rows;
    private long row;

    Reader(int columns, ReadOptions options, InputFile file) throws IOException {
      int bytes = Float.BYTES * (columns + 1);
      if (file.length() % bytes != 0) {
        throw new BadInputException(
            file.name(),
            "found " + file.length() + " bytes, allowed whole rows of " + bytes + " bytes");
      }
      this.columns = columns;
      this.options = options;
      this.file = file;
      this.in = new DataInputStream(file.open(0));
      this.rows = file.length() / bytes;
    }

    @Override
    public @Nullable Instance next() throws IOException {
      if (row == rows) {
        return null;
      }
      Target target = new Target.Values(new double[] {in.readFloat()});
      double[] features = new double[columns];
      for (int j = 0; j < columns; j++) {
        features[j] = in.readFloat();
      }
      return new Instance.Example(
          options.role(), file.position(row++), new Features.Dense(features), target);
    }

    @Override
    public int features() {
      return columns;
    }

    @Override
    public Instance.Bad refuse(String reason) {
      String place = file.name() + ": record " + row;
      return new Instance.Bad(options.role(), file.position(row - 1), place, reason, "");
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
