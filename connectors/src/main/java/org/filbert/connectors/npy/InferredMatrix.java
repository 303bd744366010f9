package org.filbert.connectors.npy;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.text.InferredColumns;

/** Proposes what the columns of a matrix are, from its first rows. */
public final class InferredMatrix {
  private InferredMatrix() {}

  /** Whether a file begins as a matrix of NumPy does. */
  public static boolean begins(InputFile file) throws IOException {
    return Header.begins(file);
  }

  /**
   * Looks at a file.
   *
   * @throws BadInputException if it cannot be read
   */
  public static InferredColumns of(InputFile file) throws IOException {
    Header header = Header.of(file);
    InferredColumns found = InferredColumns.unnamed(file.name(), "type: npy", header.columns());
    byte[] bytes = new byte[header.rowBytes()];
    ByteBuffer view = ByteBuffer.wrap(bytes).order(header.element().order());
    try (InputStream in =
        new BufferedInputStream(file.open(header.offset(0)), file.bufferBytes())) {
      for (long row = 0; row < header.rows() && found.isComplete(); row++) {
        if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
          throw new BadInputException(
              file.name(),
              "found %s rows, allowed %s as the header says".formatted(row, header.rows()));
        }
        List<String> cells = new ArrayList<>();
        for (int column = 0; column < header.columns(); column++) {
          cells.add(Objects.requireNonNullElse(header.element().text(view, column), ""));
        }
        found.add(cells);
      }
    }
    return found;
  }
}
