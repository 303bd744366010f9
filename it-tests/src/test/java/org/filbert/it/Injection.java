package org.filbert.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Injects a given number of failures, each after a further checkpoint is complete. */
record Injection(Path checkpoints, int failures, AtomicInteger failed) implements Runnable {

  /** Fails if a failure is due. */
  @Override
  public void run() {
    int soFar = failed.get();
    if (soFar < failures
        && newestCheckpoint(checkpoints) > 2L * soFar + 1
        && failed.compareAndSet(soFar, soFar + 1)) {
      throw new IllegalStateException("injected failure " + (soFar + 1));
    }
  }

  /** Number of the newest complete checkpoint of any job in the directory; 0 without one. */
  static long newestCheckpoint(Path checkpoints) {
    try (Stream<Path> jobs = Files.list(checkpoints)) {
      return jobs.mapToLong(Injection::newestOfJob).max().orElse(0);
    } catch (UncheckedIOException | IOException e) {
      return 0; // there is no directory yet
    }
  }

  private static long newestOfJob(Path job) {
    try (Stream<Path> files = Files.list(job)) {
      return files
          .filter(file -> Files.exists(file.resolve("_metadata")))
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("chk-"))
          .mapToLong(name -> Long.parseLong(name.substring("chk-".length())))
          .max()
          .orElse(0);
    } catch (UncheckedIOException | IOException e) {
      return 0; // no directory, or one that was deleted meanwhile
    }
  }
}
