package org.filbert.connectors.text;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.NoRecordsException;
import org.filbert.connectors.file.Compression;
import org.filbert.connectors.file.InputFile;

/** The beginning of a text file. */
record TextStart(InputFile file, LineReader lines) implements Closeable {
  private static final List<Foreign> FOREIGN =
      List.of(
          new Foreign("gzip data", 0x1F, 0x8B),
          new Foreign("bzip2 data", 'B', 'Z', 'h'),
          new Foreign("xz data", 0xFD, '7', 'z', 'X', 'Z'),
          new Foreign("zstd data", 0x28, 0xB5, 0x2F, 0xFD),
          new Foreign("a zip archive", 'P', 'K', 3, 4),
          new Foreign("UTF-16 text", 0xFF, 0xFE),
          new Foreign("UTF-16 text", 0xFE, 0xFF));

  /** What a file may be by mistake, and how such files begin. */
  private record Foreign(String name, int... bytes) {}

  /** Opens a file. Refuses what is no text by its first bytes. */
  static TextStart of(InputFile file) throws IOException {
    LineReader lines = LineReader.startingAt(file, 0);
    for (Foreign foreign : FOREIGN) {
      if (lines.beginsWith(foreign.bytes)) {
        lines.close();
        throw new BadInputException(
            file.name(),
            "found " + foreign.name + ", allowed UTF-8 text, plain or " + Compression.NAMES);
      }
    }
    if (lines.hasBareReturns()) {
      lines.close();
      throw new BadInputException(
          file.name(),
          "found lines that end with a carriage return alone, allowed lines that end with a line feed; tr '\\r' '\\n' makes such");
    }
    return new TextStart(file, lines);
  }

  /**
   * Goes to the next line that is not passed over.
   *
   * @param where of the file, for the message if there is none
   */
  void requireLine(Predicate<Line> passedOver, String where) throws IOException {
    do {
      if (!lines.next()) {
        throw new NoRecordsException(
            file.name(), "found no records" + where + ", allowed one or more");
      }
    } while (passedOver.test(lines.line()));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
