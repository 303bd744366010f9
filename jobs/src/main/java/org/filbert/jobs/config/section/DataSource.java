package org.filbert.jobs.config.section;

import java.util.List;
import java.util.Optional;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.data.Role;
import org.filbert.jobs.config.yaml.ProjectPaths;

/**
 * Labelled rows in a file or directory.
 *
 * @param path A file, plain or compressed ({@code .gz}, {@code .bz2}, {@code .xz}), or a directory
 *     of files.
 * @param format How the records are written; it must say where the label is.
 * @param rows Records of a single file, counted from 1. Default: all
 */
public record DataSource(String path, DataFormat format, Optional<RowRange> rows) {
  public DataSource {
    if (path.isBlank()) {
      throw new IllegalArgumentException("path is empty, must be a file or directory");
    }
    if (!format.hasLabel()) {
      throw new IllegalArgumentException("format lacks the place of the label");
    }
  }

  /** The same with the feature columns that another format names, unless its own names them. */
  public DataSource withColumnsOf(DataFormat other) {
    return new DataSource(path, format.withColumnsOf(other), rows);
  }

  /** What the connectors read, its paths resolved. */
  public DataSet toDataSet(Role role, OnBadRecord onBadRecord, TaskKind task, ProjectPaths paths) {
    return new DataSet(
        List.of(paths.resolveData(path)),
        format.withLabelFile(paths::resolveData),
        rows.orElse(null),
        role,
        onBadRecord,
        task,
        true);
  }
}
