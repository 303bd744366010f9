package org.filbert.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Lists a directory. Some file systems read the names first and each file afterwards, and fail if a
 * file is deleted in between. The listing is then repeated.
 */
final class Listing {
  private static final int MAX_ATTEMPTS = 100;

  private Listing() {}

  /** The entries in no particular order. Empty if the directory does not exist. */
  static List<FileStatus> of(FileSystem files, Path directory) throws IOException {
    for (int attempt = 1; files.exists(directory); attempt++) {
      try {
        FileStatus[] found = files.listStatus(directory);
        return found == null ? List.of() : List.of(found);
      } catch (FileNotFoundException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
    return List.of();
  }
}
