package org.filbert.it;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A disk of limited size that only a process and its children see, by Linux's name spaces. It ends
 * with them.
 *
 * @param directory where they see it
 */
record SmallDisk(Path directory, long bytes) {
  private static final int PAGE = 4096;

  /** What a disk has room for. */
  enum Room {
    NONE,
    HALF,
    ALL_BUT_THE_LAST_PAGE;

    /** Bytes of a disk for a file. */
    long of(long file) {
      long pages =
          switch (this) {
            case NONE -> 1;
            case HALF -> file / 2 / PAGE;
            case ALL_BUT_THE_LAST_PAGE -> (file - 1) / PAGE;
          };
      return Math.max(1, pages) * PAGE;
    }
  }

  private static final String MOUNT =
      "mount -t tmpfs -o size=\"$1\" tmpfs \"$2\" && shift 2 && exec \"$@\"";

  /** Whether this machine allows its users such disks. */
  static boolean available() throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(launcher("4096", "/tmp", "true"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // the program does not exist
    }
  }

  private static List<String> launcher(String... arguments) {
    return Stream.concat(
            Stream.of("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", MOUNT, "sh"),
            Stream.of(arguments))
        .toList();
  }

  /** The words before the program and its arguments. */
  List<String> launcher() {
    return launcher(Long.toString(bytes), directory.toString());
  }

  /** The disk, as other processes can reach it. */
  Path seenFromOutside(Process process) {
    Path root = Path.of("/proc", Long.toString(process.pid()), "root");
    return root.resolve(Path.of("/").relativize(directory));
  }

  /** Fills the disk as long as the process lives. Space that others free is taken at once. */
  void keepFull(Process process) throws IOException, InterruptedException {
    byte[] block = new byte[4096];
    try (OutputStream out =
        Files.newOutputStream(seenFromOutside(process).resolve("of-somebody-else"))) {
      while (process.isAlive()) {
        try {
          out.write(block);
        } catch (IOException full) {
          process.waitFor(1, TimeUnit.MILLISECONDS);
        }
      }
    }
  }
}
