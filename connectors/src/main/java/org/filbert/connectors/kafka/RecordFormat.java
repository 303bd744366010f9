package org.filbert.connectors.kafka;

import java.io.Serializable;
import org.filbert.connectors.DataFormat;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.text.RecordParser;
import org.jspecify.annotations.Nullable;

/**
 * How the values of a topic's records are written; checked when it is made.
 *
 * @param format csv without a header, jsonlines or libsvm; a label may be absent from a record
 * @param features number d of every record; if absent, the format says it or any is allowed
 */
public record RecordFormat(DataFormat format, @Nullable Integer features, TaskKind task)
    implements Serializable {
  public RecordFormat {
    new RecordParser(format, features, task); // checks them
  }

  /** A parser of such records, for one thread. */
  public RecordParser parser() {
    return new RecordParser(format, features, task);
  }
}
