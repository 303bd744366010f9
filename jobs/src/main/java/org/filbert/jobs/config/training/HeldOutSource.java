package org.filbert.jobs.config.training;

import java.util.Optional;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.file.DataFormat;
import org.filbert.jobs.config.section.DataSource;

/**
 * Labelled rows that are not learned from.
 *
 * @param path A file, plain or compressed ({@code .gz}, {@code .bz2}, {@code .xz}), or a directory
 *     of files.
 * @param format How the records are written. Default: as those of {@code train}
 * @param rows Records of a single file, counted from 1. Default: all
 */
record HeldOutSource(String path, Optional<DataFormat> format, Optional<RowRange> rows) {
  HeldOutSource {
    format.ifPresent(own -> new DataSource(path, own, rows)); // checks them
  }

  /** The rows with their format. */
  DataSource beside(DataSource train) {
    return new DataSource(path, format.orElse(train.format()), rows);
  }

  /** The same with the feature columns that a format names, unless its own names them. */
  HeldOutSource withColumnsOf(DataFormat other) {
    return new HeldOutSource(path, format.map(own -> own.withColumnsOf(other)), rows);
  }

  /** Refuses to take the training rows' file of labels for these. */
  void requireFormat(String key, DataSource train) {
    if (format.isEmpty() && train.format().labelFile().isPresent()) {
      throw new IllegalArgumentException(
          key + ".format is missing, must name the file of labels, as that of train has others");
    }
  }
}
