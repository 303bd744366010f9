package org.filbert.jobs.run;

import java.io.DataInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.filbert.connectors.file.Location;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints and savepoints of a run. Each Flink job has its own directory of checkpoints below
 * the run's, and a resumed run has had several jobs.
 *
 * @param checkpoints directory of this run's checkpoints
 * @param savepoints directory of this run's savepoints
 */
record StoredState(Path checkpoints, Path savepoints) {
  private static final String METADATA = "_metadata";
  private static final int ATTEMPTS = 250;
  private static final long PAUSE_NANOS = 20_000_000;

  /**
   * The state of a run.
   *
   * @param named a directory for checkpoints of many runs, if configured
   */
  static StoredState of(String runDirectory, Optional<String> named, String runId) {
    return new StoredState(
        named
            .map(directory -> new Path(Location.of(directory), runId))
            .orElse(new Path(Location.of(runDirectory), "checkpoints")),
        new Path(Location.of(runDirectory), "savepoints"));
  }

  /** A complete checkpoint or savepoint. */
  private record Found(Path directory, long time) {}

  /**
   * The newest readable checkpoint or savepoint.
   *
   * @param other one that need not be the run's own, nor exist
   */
  Optional<String> newest(Optional<String> other) throws IOException {
    List<Found> found = new ArrayList<>();
    for (FileStatus job : directories(checkpoints)) {
      for (FileStatus checkpoint : directories(job.getPath())) {
        addIfComplete(checkpoint.getPath(), found);
      }
    }
    for (FileStatus savepoint : directories(savepoints)) {
      addIfComplete(savepoint.getPath(), found);
    }
    if (other.isPresent()) {
      addIfComplete(Location.of(other.get()), found);
    }
    found.sort(Comparator.comparingLong(Found::time).reversed());
    return found.stream()
        .filter(state -> readable(state.directory()))
        .map(state -> state.directory().toString())
        .findFirst();
  }

  /** A path with its file system, as Flink's processes need it. */
  static String qualified(Path path) throws IOException {
    return path.makeQualified(path.getFileSystem()).toString();
  }

  private static void addIfComplete(Path directory, List<Found> found) throws IOException {
    Path metadata = new Path(directory, METADATA);
    FileSystem files = directory.getFileSystem();
    if (files.exists(metadata)) {
      found.add(new Found(directory, files.getFileStatus(metadata).getModificationTime()));
    }
  }

  private static boolean readable(Path directory) {
    try {
      metadata(directory);
      return true;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static CheckpointMetadata metadata(Path directory) throws IOException {
    Path metadata = new Path(directory, METADATA);
    try (DataInputStream in = new DataInputStream(metadata.getFileSystem().open(metadata))) {
      return Checkpoints.loadCheckpointMetadata(
          in, StoredState.class.getClassLoader(), directory.toString());
    }
  }

  /**
   * The highest parallelism with which an operator goes on from a checkpoint or savepoint; empty if
   * it has no state there.
   *
   * @param uid of the operator
   */
  static OptionalInt highestParallelism(String directory, String uid) throws IOException {
    return metadata(Location.of(directory)).getOperatorStates().stream()
        .filter(operator -> operator.getOperatorUid().filter(uid::equals).isPresent())
        .mapToInt(OperatorState::getMaxParallelism)
        .findFirst();
  }

  private static List<FileStatus> directories(Path parent) throws IOException {
    List<FileStatus> directories = new ArrayList<>();
    for (FileStatus file : list(parent)) {
      if (file.isDir()) {
        directories.add(file);
      }
    }
    return directories;
  }

  private static FileStatus[] list(Path parent) throws IOException {
    try {
      FileStatus @Nullable [] files = parent.getFileSystem().listStatus(parent);
      return files == null ? new FileStatus[0] : files;
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  /** Deletes all checkpoints and savepoints after the end of the run. */
  void delete() throws IOException {
    for (Path each : List.of(checkpoints, savepoints)) {
      delete(each);
    }
  }

  /** Tries repeatedly, as other threads or processes of Flink may be deleting files there too. */
  private static void delete(Path directory) throws IOException {
    FileSystem files = directory.getFileSystem();
    IOException reason = new IOException(directory + " is still there");
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        files.delete(directory, true);
      } catch (IOException e) {
        reason = e;
      }
      if (!files.exists(directory)) {
        return;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw reason;
  }
}
