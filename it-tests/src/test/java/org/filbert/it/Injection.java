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

  /** Number of the newest complete checkpoint; 0 without one. */
  static long newestCheckpoint(Path checkpoints) {
    try (Stream<Path> files = Files.walk(checkpoints)) {
      return files
          .filter(file -> file.getFileName().toString().equals("_metadata"))
          .map(file -> file.getParent().getFileName().toString())
          .mapToLong(name -> Long.parseLong(name.substring("chk-".length())))
          .max()
          .orElse(0);
    } catch (UncheckedIOException | IOException e) {
      return 0; // a directory was deleted during the walk
    }
  }
}
