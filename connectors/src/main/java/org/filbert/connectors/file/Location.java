package org.filbert.connectors.file;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Names of files as users write them. Flink takes what precedes a colon in a relative name for the
 * scheme of a URI; a file's name may have colons, as times do.
 */
public final class Location {
  private static final Pattern URI_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*");

  private Location() {}

  /** Whether it is a URI, rather than a path of this machine. */
  public static boolean isUri(String location) {
    return URI_SCHEME.matcher(location).matches();
  }

  /** The file at a URI or a path; a relative path begins in the working directory. */
  public static Path of(String location) {
    return new Path(
        isUri(location)
            ? location
            : java.nio.file.Path.of(location).toAbsolutePath().normalize().toString());
  }

  /** A file in a directory. */
  public static Path in(Path directory, String name) {
    URI parent = directory.toUri();
    String path = parent.getPath();
    try {
      return new Path(
          new URI(
              parent.getScheme(),
              parent.getAuthority(),
              path + (path.endsWith(Path.SEPARATOR) ? "" : Path.SEPARATOR) + name,
              null,
              null));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(directory + ": found the name " + name, e);
    }
  }

  /** The files and directories in a directory, in the order of their names. */
  public static List<FileStatus> children(FileSystem system, Path directory) throws IOException {
    List<FileStatus> children = new ArrayList<>();
    if (system.getUri().getScheme().equals("file")) {
      String[] names = new File(directory.getPath()).list();
      if (names == null) {
        throw new IOException(directory + ": the directory cannot be read");
      }
      for (String name : names) {
        children.add(system.getFileStatus(in(directory, name)));
      }
    } else {
      children.addAll(List.of(system.listStatus(directory)));
    }
    children.sort(Comparator.comparing(child -> child.getPath().getName()));
    return children;
  }
}
