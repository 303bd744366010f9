package org.filbert.store;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
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
        return hasColons(files, directory)
            ? withoutColons(files, directory)
            : listed(files, directory);
      } catch (FileNotFoundException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
    return List.of();
  }

  private static List<FileStatus> listed(FileSystem files, Path directory) throws IOException {
    FileStatus[] found = files.listStatus(directory);
    return found == null ? List.of() : List.of(found);
  }

  /** Flink's local file system takes such a name for a URI. No file of a store has one. */
  private static boolean hasColons(FileSystem files, Path directory) {
    String[] names =
        files.getUri().getScheme().equals("file") ? new File(directory.getPath()).list() : null;
    return names != null && String.join("", names).indexOf(':') >= 0;
  }

  private static List<FileStatus> withoutColons(FileSystem files, Path directory)
      throws IOException {
    String[] names = new File(directory.getPath()).list((in, name) -> name.indexOf(':') < 0);
    List<FileStatus> found = new ArrayList<>();
    for (String name : names == null ? new String[0] : names) {
      found.add(files.getFileStatus(new Path(directory, name)));
    }
    return found;
  }
}
