package org.filbert.connectors.flink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.assigners.FileSplitAssigner;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;

/** Assigns splits in the order of files and offsets, for a single reader that reads in order. */
final class SplitsInOrder implements FileSplitAssigner {
  private final List<Path> files;
  private final Deque<FileSourceSplit> splits = new ArrayDeque<>();

  SplitsInOrder(List<Path> files, Collection<FileSourceSplit> splits) {
    this.files = files;
    addSplits(splits);
  }

  @Override
  public Optional<FileSourceSplit> getNext(@Nullable String host) {
    return Optional.ofNullable(splits.poll());
  }

  @Override
  public void addSplits(Collection<FileSourceSplit> added) {
    List<FileSourceSplit> all = new ArrayList<>(splits);
    all.addAll(added);
    all.sort(
        Comparator.comparingInt((FileSourceSplit split) -> files.indexOf(split.path()))
            .thenComparingLong(FileSourceSplit::offset));
    splits.clear();
    splits.addAll(all);
  }

  @Override
  public Collection<FileSourceSplit> remainingSplits() {
    return List.copyOf(splits);
  }
}
