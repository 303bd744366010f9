package org.filbert.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The files of a version in a directory of this machine. */
record LocalVersionFiles(Path directory) implements VersionFiles {
  @Override
  public InputStream open(String file) throws IOException {
    try {
      return Files.newInputStream(directory.resolve(file));
    } catch (NoSuchFileException e) {
      throw missing(e);
    }
  }

  @Override
  public long size(String file) throws IOException {
    try {
      return Files.size(directory.resolve(file));
    } catch (NoSuchFileException e) {
      throw missing(e);
    }
  }

  private static FileNotFoundException missing(NoSuchFileException e) {
    FileNotFoundException missing = new FileNotFoundException(e.getMessage());
    missing.initCause(e);
    return missing;
  }

  @Override
  public String place(String file) {
    return directory.resolve(file).toString();
  }

  @Override
  public String place() {
    return directory.toString();
  }
}
