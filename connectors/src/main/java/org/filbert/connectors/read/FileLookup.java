package org.filbert.connectors.read;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.UnsupportedFileSystemSchemeException;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.InputFile;

/** Finds the files of paths. */
final class FileLookup {
  private FileLookup() {}

  /** The files in the order of the paths. Files of a directory are in the order of their names. */
  static List<InputFile> find(List<String> paths) throws IOException {
    List<InputFile> files = new ArrayList<>();
    for (String path : paths) {
      Path asked = new Path(path);
      FileSystem system = system(asked, path);
      FileStatus status = status(system, asked, path);
      if (!status.isDir()) {
        add(files, path, status, system);
        continue;
      }
      FileStatus[] children = system.listStatus(asked);
      Arrays.sort(children, Comparator.comparing(child -> child.getPath().getName()));
      int before = files.size();
      for (FileStatus child : children) {
        String name = child.getPath().getName();
        if (!child.isDir() && !name.startsWith("_") && !name.startsWith(".")) {
          add(files, path + "/" + name, child, system);
        }
      }
      if (files.size() == before) {
        throw new BadInputException(
            path, "found a directory without files, allowed one with files");
      }
    }
    return List.copyOf(files);
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

  private static void add(
      List<InputFile> files, String name, FileStatus status, FileSystem system) {
    if (status.getLen() == 0) {
      throw new BadInputException(name, "found an empty file, allowed one or more records");
    }
    if (files.size() == InputFile.MAX_FILES) {
      throw new BadInputException(name, "found more files than the allowed " + InputFile.MAX_FILES);
    }
    String uri = status.getPath().makeQualified(system).toString();
    files.add(new InputFile(files.size(), name, uri, status.getLen()));
  }
}
