package org.filbert.jobs.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;
import org.jspecify.annotations.Nullable;

/**
 * Directory of the temporary files of a Flink within this process. It is deleted at the end of the
 * process. A process that is killed leaves its directory, which the next one deletes: no process
 * holds the lock in it.
 */
final class TemporaryDirectory {
  private static final String PREFIX = "filbert-flink-";
  private static final String LOCK = "lock";

  /** A process that has made its directory locks it within this time. */
  private static final Duration UNLOCKED = Duration.ofMinutes(1);

  private static final String FLINK = "org.apache.flink.";
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final long PAUSE_NANOS = 20_000_000;

  private static @Nullable TemporaryDirectory ofProcess;

  private final Path path;
  private final FileChannel lock; // the lock is held as long as this is open

  private TemporaryDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** The directory of this process, made at the first call. */
  static synchronized TemporaryDirectory ofProcess() {
    if (ofProcess == null) {
      Path parent = Path.of(System.getProperty("java.io.tmpdir"));
      deleteLeft(parent, Instant.now().minus(UNLOCKED));
      ofProcess = create(parent);
      AtExit.delete(ofProcess);
    }
    return ofProcess;
  }

  /** Makes a directory that its owner alone can read. */
  static TemporaryDirectory create(Path parent) {
    try {
      Path path = Files.createTempDirectory(parent, PREFIX);
      FileChannel lock = open(path);
      lock.lock();
      return new TemporaryDirectory(path, lock);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Deletes the directories of processes that have ended.
   *
   * @param before younger directories may not be locked yet
   */
  static void deleteLeft(Path parent, Instant before) {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path each : found) {
        if (Files.getLastModifiedTime(each).toInstant().isBefore(before)) {
          deleteUnlocked(each);
        }
      }
    } catch (IOException e) {
      return; // what cannot be listed or belongs to other users stays
    }
  }

  private static void deleteUnlocked(Path directory) {
    try (FileChannel channel = open(directory);
        FileLock own = channel.tryLock()) {
      if (own != null) {
        FileUtils.deleteDirectory(directory.toFile());
      }
    } catch (IOException | java.nio.channels.OverlappingFileLockException e) {
      return; // of another user, or of this process
    }
  }

  private static FileChannel open(Path directory) throws IOException {
    return FileChannel.open(
        directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  Path path() {
    return path;
  }

  /**
   * Deletes the directory with all that is in it, and once more as long as a Flink of this process
   * is at work: one that was starting at Ctrl-C goes on to make files.
   */
  void delete() {
    Instant latest = Instant.now().plus(LONGEST_WAIT);
    boolean atWork;
    do {
      atWork = flinkIsAtWork();
      FileUtils.deleteDirectoryQuietly(path.toFile());
      if (atWork) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } while (atWork && Instant.now().isBefore(latest));
    try {
      lock.close();
    } catch (IOException e) {
      return; // the process ends
    }
  }

  /** Whether a thread is in Flink's code; its own libraries' threads wait for ever. */
  private static boolean flinkIsAtWork() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(entry -> entry.getKey() != Thread.currentThread())
        .flatMap(entry -> Stream.of(entry.getValue()))
        .map(StackTraceElement::getClassName)
        .anyMatch(name -> name.startsWith(FLINK) && !name.startsWith(FLINK + "shaded."));
  }
}
