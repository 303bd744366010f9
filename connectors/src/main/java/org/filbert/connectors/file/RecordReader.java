package org.filbert.connectors.file;

import java.io.Closeable;
import java.io.IOException;
import org.filbert.data.Instance;
import org.jspecify.annotations.Nullable;

/** Reads the records of a file, or of a part of it, in order. */
public interface RecordReader extends Closeable {
  /** The next record; null after the last. */
  @Nullable Instance next() throws IOException;

  /** The number of features of every record; 0 if only the records can tell. */
  int features();

  /** The last record as a bad one, for a reason that only the caller knows. */
  Instance.Bad refuse(String reason) throws IOException;
}
