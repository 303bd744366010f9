package org.filbert.connectors.flink;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.enumerate.FileEnumerator;
import org.apache.flink.core.fs.BlockLocation;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.read.Input;

/**
 * Divides files into byte ranges, so that all readers share a file. (Flink's own enumerator only
 * divides at file system blocks, and a local file is one block.) A file that is not splittable is
 * one range.
 */
final class LineSplits implements FileEnumerator, Serializable {
  private static final long serialVersionUID = 1L;
  private static final long SMALLEST = 1 << 16;
  private static final long LARGEST = 1 << 25;
  private static final int SPLITS_PER_READER = 4;

  private final Input input;
  private final long smallest;

  LineSplits(Input input) {
    this(input, SMALLEST);
  }

  LineSplits(Input input, long smallest) {
    this.input = input;
    this.smallest = smallest;
  }

  @Override
  public Collection<FileSourceSplit> enumerateSplits(Path[] paths, int readers) throws IOException {
    long total = input.files().stream().mapToLong(InputFile::length).sum();
    long wanted = total / ((long) SPLITS_PER_READER * readers);
    long length = Math.max(smallest, Math.min(LARGEST, wanted));
    List<FileSourceSplit> splits = new ArrayList<>();
    for (InputFile file : input.files()) {
      add(splits, file, input.splittable(file) ? length : file.length());
    }
    return splits;
  }

  private static void add(List<FileSourceSplit> splits, InputFile file, long longest)
      throws IOException {
    FileSystem system = file.path().getFileSystem();
    FileStatus status = system.getFileStatus(file.path());
    for (long from = 0; from < file.length(); from += longest) {
      long length = Math.min(longest, file.length() - from);
      splits.add(
          new FileSourceSplit(
              file.index() + "-" + from,
              file.path(),
              from,
              length,
              status.getModificationTime(),
              status.getLen(),
              hosts(system, status, from, length)));
    }
  }

  private static String[] hosts(FileSystem system, FileStatus status, long from, long length)
      throws IOException {
    BlockLocation[] blocks = system.getFileBlockLocations(status, from, length);
    return blocks == null || blocks.length == 0 ? new String[0] : blocks[0].getHosts();
  }
}
