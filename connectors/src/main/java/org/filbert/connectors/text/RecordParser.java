package org.filbert.connectors.text;

import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.FormatType;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;

/**
 * Parses text records that come one by one rather than as lines of a file. What a file's beginning
 * tells must be configured. Labels may be absent. Not shared between threads.
 */
public final class RecordParser {
  private final LineParser parser;
  private final Labels labels;
  private final boolean oneLine;

  /**
   * Takes the format of the records.
   *
   * @param features number d of every record; if absent, the format says it or any is allowed
   * @param columns whose cells are taken as they stand; null for numbers
   * @throws IllegalArgumentException if the format or the number does not fit such records
   */
  public RecordParser(
      DataFormat format, @Nullable Integer features, TaskKind task, @Nullable CellColumns columns) {
    require(
        features == null || features >= 1, "features: found " + features + ", allowed 1 or more");
    require(
        columns == null || format.hasColumns(),
        "preprocessing.columns: found with a format that names its features, allowed with csv that"
            + " names none, and with jsonlines that names fields");
    TextType<DataFormat> type = textType(format);
    labels = new Labels(task, false, columns, type.decimal(format));
    parser = type.parser(format, labels, features, columns);
    oneLine = type.oneLine();
    require(
        features == null || features == parser.features(),
        "features: found " + features + ", allowed " + parser.features() + " as in the format");
  }

  /** A parser of records of numbers. */
  public RecordParser(DataFormat format, @Nullable Integer features, TaskKind task) {
    this(format, features, task, null);
  }

  /** The number of features of every record; 0 if it is not fixed. */
  public int features() {
    return parser.features();
  }

  /**
   * Parses one record; a line break may end it.
   *
   * @throws MalformedException if it is no record of the format
   */
  public Instance.Example parse(byte[] text) throws MalformedException {
    Line line = new Line(text, 0, endWithoutLineBreak(text));
    line.requireUtf8();
    if (parser.passesOver(line)) {
      throw new MalformedException("found an empty record, allowed one with features");
    }
    for (int at = 0; oneLine && at < line.to; at++) {
      if (text[at] == '\n') {
        throw new MalformedException("found a line break, allowed records of one line");
      }
    }
    return parser.parse(line, 0);
  }

  /**
   * Parses a label that comes alone.
   *
   * @throws MalformedException if it is none
   */
  public Target parseLabel(byte[] text) throws MalformedException {
    Line line = new Line(text, 0, endWithoutLineBreak(text));
    line.requireUtf8();
    Target target = labels.target(text, 0, line.to);
    if (target == null) {
      throw new MalformedException("found an empty record, allowed a label");
    }
    return target;
  }

  private static TextType<DataFormat> textType(DataFormat format) {
    require(
        format.targets().isEmpty(),
        "targets: found " + format.targets() + ", allowed a label, as it may be absent");
    require(!format.ofText(), "text: found documents, allowed records of numbers");
    FormatType<DataFormat> type = FormatType.of(format);
    if (type instanceof TextType<DataFormat> text) {
      return text;
    }
    throw new IllegalArgumentException(
        "type: found " + type.name() + ", allowed " + FormatType.names(RecordParser::isOfNumbers));
  }

  private static boolean isOfNumbers(FormatType<?> type) {
    return type instanceof TextType && type.options() != Documents.class;
  }

  private static int endWithoutLineBreak(byte[] text) {
    int end = text.length;
    end -= end > 0 && text[end - 1] == '\n' ? 1 : 0;
    end -= end > 0 && text[end - 1] == '\r' ? 1 : 0;
    return end;
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
