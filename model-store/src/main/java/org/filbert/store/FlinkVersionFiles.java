package org.filbert.store;

import java.io.IOException;
import java.io.InputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** The files of a version on any of Flink's file systems. */
record FlinkVersionFiles(FileSystem files, Path directory) implements VersionFiles {
  @Override
  public InputStream open(String file) throws IOException {
    return files.open(new Path(directory, file));
  }

  @Override
  public long size(String file) throws IOException {
    return files.getFileStatus(new Path(directory, file)).getLen();
  }

  @Override
  public String place(String file) {
    return new Path(directory, file).toString();
  }

  @Override
  public String place() {
    return directory.toString();
  }
}
