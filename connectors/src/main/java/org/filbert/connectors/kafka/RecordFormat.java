package org.filbert.connectors.kafka;

import java.io.Serializable;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.text.RecordParser;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;

/**
 * Format of the values of a topic's records.
 *
 * @param format csv without a header, jsonlines or libsvm; a record may lack a label
 * @param features number d of each record; null if the format determines it or any is allowed
 * @param columns whose cells are taken as they stand; null for numbers
 */
public record RecordFormat(
    DataFormat format, @Nullable Integer features, TaskKind task, @Nullable CellColumns columns)
    implements Serializable {
  public RecordFormat {
    new RecordParser(format, features, task, columns); // checks the components
  }

  /** Records of numbers. */
  public RecordFormat(DataFormat format, @Nullable Integer features, TaskKind task) {
    this(format, features, task, null);
  }

  /** A parser of such records, for a single thread. */
  public RecordParser parser() {
    return new RecordParser(format, features, task, columns);
  }
}
