package org.filbert.jobs.config.stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.data.Role;
import org.filbert.jobs.config.section.DataSource;
import org.filbert.jobs.config.yaml.AtLeastOne;
import org.filbert.jobs.config.yaml.ProjectPaths;

/**
 * A file as a stream, or as the history of a topic. Its records are held in memory.
 *
 * @param format How the records are written: numbers or columns, and at most one label.
 * @param passes How often the records come in.
 * @param shuffle Whether every pass has a random order of its own; otherwise it is that of the
 *     file.
 * @param onBadRecord Whether a record that cannot be used ends the run or goes to {@code
 *     dead-letters/}.
 * @see DataSource
 */
public record FileStreamConfig(
    String path,
    DataFormat format,
    Optional<RowRange> rows,
    @JsonProperty(defaultValue = "1") int passes,
    @JsonProperty(defaultValue = "false") boolean shuffle,
    @JsonProperty(defaultValue = "fail") OnBadRecord onBadRecord) {
  public FileStreamConfig {
    if (path.isBlank()) {
      throw new IllegalArgumentException("path is empty, must be a file or directory");
    }
    requireOneLabel(format);
    AtLeastOne.require("passes", passes);
  }

  /** Refuses what rows of a stream do not have. */
  static void requireOneLabel(DataFormat format) {
    if (!format.targets().isEmpty()) {
      throw new IllegalArgumentException(
          "format.targets is given, a stream has one label: name it with format.label");
    }
    if (format.ofText()) {
      throw new IllegalArgumentException(
          "format.text is given or the type is documents, a stream has rows of numbers");
    }
  }

  /** The same with the feature columns that another format names, unless its own names them. */
  FileStreamConfig withColumnsOf(DataFormat other) {
    return new FileStreamConfig(
        path, format.withColumnsOf(other), rows, passes, shuffle, onBadRecord);
  }

  /** What the connectors read. */
  public DataSet toDataSet(TaskKind task, ProjectPaths paths) {
    return new DataSet(
        List.of(paths.resolveData(path)),
        format.withLabelFile(paths::resolveData),
        rows.orElse(null),
        Role.TRAIN,
        onBadRecord,
        task,
        false);
  }
}
