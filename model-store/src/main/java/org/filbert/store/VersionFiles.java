package org.filbert.store;

import java.io.IOException;
import java.io.InputStream;

/** The files of a version, to read. What is missing is a {@link java.io.FileNotFoundException}. */
interface VersionFiles {
  InputStream open(String file) throws IOException;

  /** Size in bytes. */
  long size(String file) throws IOException;

  /** Where a file is, for messages. */
  String place(String file);

  /** Where the version is, for messages. */
  String place();
}
