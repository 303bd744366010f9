package org.filbert.connectors.text;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.DataFormat;
import org.filbert.connectors.DataSet;
import org.filbert.connectors.file.Compression;
import org.filbert.connectors.file.InputFile;

/**
 * What the beginning of a text file tells about all of it, wherever a reader starts.
 *
 * @param dataOffset where the first line after a header starts
 * @param parser for the file's lines; not shared between readers
 */
record TextLayout(long dataOffset, LineParser parser) {
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

  /** Reads the beginning of the file. */
  static TextLayout of(DataSet dataSet, InputFile file) throws IOException {
    try (LineReader lines = LineReader.startingAt(file, 0)) {
      requireText(file, lines);
      if (dataSet.format() instanceof DataFormat.LibSvm libSvm) {
        LineParser parser = new LibSvmParser(dataSet.role(), new Labels(dataSet), libSvm);
        requireLine(file, lines, parser::passesOver, "");
        return new TextLayout(0, parser);
      }
      requireLine(file, lines, Line::isBlank, "");
      if (dataSet.format() instanceof DataFormat.Csv csv) {
        return csv(dataSet, csv, file, lines);
      }
      if (dataSet.format() instanceof DataFormat.JsonLines json) {
        return new TextLayout(0, jsonLines(dataSet, json, arrayLength(dataSet, json, lines)));
      }
      return new TextLayout(0, new DocumentParser(dataSet.role()));
    }
  }

  private static TextLayout csv(
      DataSet dataSet, DataFormat.Csv csv, InputFile file, LineReader lines) throws IOException {
    CsvLayout layout = columns(dataSet, csv, file, lines);
    long dataOffset = 0;
    if (csv.header()) {
      dataOffset = lines.nextOffset();
      requireLine(file, lines, Line::isBlank, " after the header");
    }
    IntFunction<String> foundText = column -> new FoundText(csv, layout).in(file, column);
    return new TextLayout(
        dataOffset, new CsvParser(dataSet.role(), new Labels(dataSet), csv, layout, foundText));
  }

  private static CsvLayout columns(
      DataSet dataSet, DataFormat.Csv csv, InputFile file, LineReader lines) throws IOException {
    try {
      new QuotedBreaks(csv.delimiter()).join(lines);
      lines.line().requireUtf8();
      return new CsvColumns(file.name(), csv, new CsvCells(csv.delimiter()).all(lines.line()))
          .layout(dataSet.labelRequired());
    } catch (MalformedException e) {
      throw new BadInputException(file.name(), e.reason(), e);
    }
  }

  /** The names of the feature columns in a file with a header; none if they cannot tell them. */
  static List<String> featureNames(DataSet dataSet, DataFormat.Csv csv, InputFile file)
      throws IOException {
    try (LineReader lines = LineReader.startingAt(file, 0)) {
      requireText(file, lines);
      requireLine(file, lines, Line::isBlank, "");
      return columns(dataSet, csv, file, lines).featureNames();
    }
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

  /** Refuses what is not text but is told by its first bytes. */
  private static void requireText(InputFile file, LineReader lines) {
    for (Foreign foreign : FOREIGN) {
      if (lines.beginsWith(foreign.bytes)) {
        throw new BadInputException(
            file.name(),
            "found " + foreign.name + ", allowed UTF-8 text, plain or " + Compression.NAMES);
      }
    }
  }

  private static void requireLine(
      InputFile file, LineReader lines, Predicate<Line> passedOver, String where)
      throws IOException {
    do {
      if (!lines.next()) {
        throw new BadInputException(
            file.name(), "found no records" + where + ", allowed one or more");
      }
    } while (passedOver.test(lines.line()));
  }
}
