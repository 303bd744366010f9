package org.filbert.connectors.text;

import java.util.Collections;
import java.util.List;
import org.filbert.connectors.DataFormat;
import org.filbert.connectors.TaskKind;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/**
 * Parses text records that come one by one rather than as lines of a file. What a file's beginning
 * tells must be configured. Labels may be absent. Not shared between threads.
 */
public final class RecordParser {
  private static final int MOST_COLUMNS = 1 << 24;

  private final LineParser parser;
  private final Labels labels;
  private final boolean oneLine;

  /**
   * Takes the format of the records.
   *
   * @param features number d of every record; if absent, the format says it or any is allowed
   * @throws IllegalArgumentException if the format or the number does not fit such records
   */
  public RecordParser(DataFormat format, @Nullable Integer features, TaskKind task) {
    require(
        features == null || features >= 1, "features: found " + features + ", allowed 1 or more");
    labels = new Labels(task, false, format);
    parser = parser(format, features);
    oneLine = !(format instanceof DataFormat.JsonLines);
    require(
        features == null || features == parser.features(),
        "features: found " + features + ", allowed " + parser.features() + " as in the format");
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

  private LineParser parser(DataFormat format, @Nullable Integer features) {
    require(
        format.targets().isEmpty(),
        "targets: found " + format.targets() + ", allowed a label, as it may be absent");
    require(!format.ofText(), "text: found documents, allowed records of numbers");
    if (format instanceof DataFormat.Csv csv) {
      require(!csv.header(), "header: found true, allowed false, as records have no header");
      List<String> unnamed = Collections.nCopies(columns(csv, features), "");
      return new CsvParser(
          Role.TRAIN,
          labels,
          csv,
          new CsvColumns("records", csv, unnamed).layout(csv.label() != null),
          column -> "");
    }
    if (format instanceof DataFormat.JsonLines json) {
      return new JsonLinesParser(Role.TRAIN, labels, json, features == null ? 0 : features);
    }
    if (format instanceof DataFormat.LibSvm libSvm) {
      Integer width = libSvm.features() != null ? libSvm.features() : features;
      return new LibSvmParser(Role.TRAIN, labels, new DataFormat.LibSvm(libSvm.oneBased(), width));
    }
    throw new IllegalArgumentException("type: found idx, allowed csv, libsvm or jsonlines");
  }

  /** The last column is one that is named, or that of the last feature. */
  private static int columns(DataFormat.Csv csv, @Nullable Integer features) {
    long columns = lastColumn(csv, features);
    require(
        columns <= MOST_COLUMNS,
        "features: found %d columns, allowed up to %d".formatted(columns, MOST_COLUMNS));
    return (int) columns;
  }

  private static long lastColumn(DataFormat.Csv csv, @Nullable Integer features) {
    int label = csv.label() == null ? 0 : Integer.parseInt(csv.label());
    if (!csv.features().isEmpty()) {
      return Math.max(
          label, csv.features().stream().mapToInt(Integer::parseInt).max().orElseThrow());
    }
    if (features == null) {
      throw new IllegalArgumentException("features: found none, allowed the number of features");
    }
    int more = csv.categories().values().stream().mapToInt(values -> values.size() - 1).sum();
    return Math.max(1L, features - more) + csv.ignore().size() + (label > 0 ? 1L : 0L);
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
