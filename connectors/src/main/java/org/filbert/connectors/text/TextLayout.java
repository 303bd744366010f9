package org.filbert.connectors.text;

import java.io.IOException;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.DataFormat;
import org.filbert.connectors.DataSet;
import org.filbert.connectors.file.InputFile;

/**
 * What the beginning of a text file tells about all of it, wherever a reader starts.
 *
 * @param dataOffset where the first line after a header starts
 * @param parser for the file's lines; not shared between readers
 */
record TextLayout(long dataOffset, LineParser parser) {
  /** Reads the beginning of the file. */
  static TextLayout of(DataSet dataSet, InputFile file) throws IOException {
    try (LineReader lines = LineReader.startingAt(file, 0)) {
      requireLine(file, lines, "");
      if (dataSet.format() instanceof DataFormat.Csv csv) {
        return csv(dataSet, csv, file, lines);
      }
      if (dataSet.format() instanceof DataFormat.JsonLines json) {
        return new TextLayout(0, jsonLines(dataSet, json, arrayLength(dataSet, json, lines)));
      }
      if (dataSet.format() instanceof DataFormat.Documents) {
        return new TextLayout(0, new DocumentParser(dataSet.role()));
      }
      return new TextLayout(
          0,
          new LibSvmParser(
              dataSet.role(), new Labels(dataSet), (DataFormat.LibSvm) dataSet.format()));
    }
  }

  private static TextLayout csv(
      DataSet dataSet, DataFormat.Csv csv, InputFile file, LineReader lines) throws IOException {
    CsvLayout layout;
    try {
      new QuotedBreaks(csv.delimiter()).join(lines);
      lines.line().requireUtf8();
      layout =
          CsvLayout.of(
              file.name(),
              csv,
              dataSet.labelRequired(),
              new CsvCells(csv.delimiter()).all(lines.line()));
    } catch (MalformedException e) {
      throw new BadInputException(file.name(), e.reason(), e);
    }
    long dataOffset = 0;
    if (csv.header()) {
      dataOffset = lines.nextOffset();
      requireLine(file, lines, " after the header");
    }
    return new TextLayout(
        dataOffset, new CsvParser(dataSet.role(), new Labels(dataSet), csv, layout));
  }

  /** The first well-formed record decides on the length of all arrays. */
  private static int arrayLength(DataSet dataSet, DataFormat.JsonLines json, LineReader lines)
      throws IOException {
    if (json.array() == null) {
      return 0;
    }
    JsonLinesParser parser = jsonLines(dataSet, json, 0);
    do {
      try {
        lines.line().requireUtf8();
        return parser.parse(lines.line(), 0).features().width();
      } catch (MalformedException e) {
        // A reader of the records will say what is wrong with this one.
      }
    } while (lines.next());
    return 0;
  }

  private static JsonLinesParser jsonLines(
      DataSet dataSet, DataFormat.JsonLines json, int features) {
    return new JsonLinesParser(dataSet.role(), new Labels(dataSet), json, features);
  }

  private static void requireLine(InputFile file, LineReader lines, String where)
      throws IOException {
    do {
      if (!lines.next()) {
        throw new BadInputException(
            file.name(), "found no records" + where + ", allowed one or more");
      }
    } while (lines.line().isBlank());
  }
}
