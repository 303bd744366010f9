package org.filbert.connectors.read;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.UnsupportedFileSystemSchemeException;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.Location;

/** Finds the files of a path. */
final class FileLookup {
  /** More are a link that leads back. */
  private static final int DEEPEST = 64;

  private final List<InputFile> files = new ArrayList<>();

  private FileLookup() {}

  /**
   * The files in the order of the paths. A directory and what is below it are in the order of
   * names. Its files may be empty, as those of a cluster are that had no rows for them.
   */
  static List<InputFile> find(List<String> paths) throws IOException {
    FileLookup lookup = new FileLookup();
    for (String path : paths) {
      lookup.add(path);
    }
    return List.copyOf(lookup.files);
  }

  private void add(String path) throws IOException {
    Path asked = Location.of(path);
    FileSystem system = system(asked, path);
    FileStatus status = status(system, asked, path);
    if (status.isDir()) {
      int before = files.size();
      addAll(system, asked, path, 1);
      if (files.size() == before) {
        throw new BadInputException(
            path, "found a directory without files, allowed one with files");
      }
      return;
    }
    if (status.getLen() == 0) {
      throw new BadInputException(path, "found an empty file, allowed one or more records");
    }
    add(system, status, path);
  }

  private void addAll(FileSystem system, Path directory, String path, int depth)
      throws IOException {
    if (depth > DEEPEST) {
      throw new BadInputException(
          path, "found a directory below " + DEEPEST + " others, allowed fewer (is it a link?)");
    }
    for (FileStatus child : Location.children(system, directory)) {
      String name = child.getPath().getName();
      boolean partition = child.isDir() && name.contains("=");
      if (name.startsWith(".") || (name.startsWith("_") && !partition)) {
        continue; // notes of Spark, of Hive, or of an editor
      }
      if (child.isDir()) {
        addAll(system, child.getPath(), path + "/" + name, depth + 1);
      } else {
        add(system, child, path + "/" + name);
      }
    }
  }

  private static FileSystem system(Path asked, String path) throws IOException {
    try {
      return asked.getFileSystem();
    } catch (UnsupportedFileSystemSchemeException e) {
      throw new BadInputException(
          path, "found an unknown file system, allowed those that Flink is set up for", e);
    }
  }

  private static FileStatus status(FileSystem system, Path asked, String path) throws IOException {
    try {
      return system.getFileStatus(asked);
    } catch (FileNotFoundException e) {
      throw new BadInputException(path, "found no such file, allowed an existing file", e);
    }
  }

  private void add(FileSystem system, FileStatus status, String name) {
    if (files.size() == InputFile.MAX_FILES) {
      throw new BadInputException(name, "found more files than the allowed " + InputFile.MAX_FILES);
    }
    String uri = status.getPath().makeQualified(system).toUri().toString();
    files.add(new InputFile(files.size(), name, uri, status.getLen()));
  }
}
