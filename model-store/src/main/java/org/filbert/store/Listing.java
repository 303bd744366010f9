package org.filbert.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * What is in a directory. Some file systems read the names first and look at each file afterwards,
 * and so fail when somebody deletes one in between: then the directory is listed again.
 */
final class Listing {
  private static final int MAX_ATTEMPTS = 100;

  private Listing() {}

  /** The entries in no particular order; none if there is no such directory. */
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
