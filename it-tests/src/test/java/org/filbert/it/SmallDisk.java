package org.filbert.it;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A disk of so many bytes that a process and its children alone have, by Linux's name spaces; it
 * goes away with them.
 *
 * @param directory where they have it
 */
record SmallDisk(Path directory, long bytes) {
  private static final String MOUNT =
      "mount -t tmpfs -o size=\"$1\" tmpfs \"$2\" && shift 2 && exec \"$@\"";

  /** Whether this machine lets its users have such disks. */
  static boolean available() throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(launcher("4096", "/tmp", "true"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }

  private static List<String> launcher(String... arguments) {
    return Stream.concat(
            Stream.of("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", MOUNT, "sh"),
            Stream.of(arguments))
        .toList();
  }

  /** What goes before the program and its arguments that have the disk. */
  List<String> launcher() {
    return launcher(Long.toString(bytes), directory.toString());
  }

  /** The disk as others see it. */
  Path seenFromOutside(Process process) {
    Path root = Path.of("/proc", Long.toString(process.pid()), "root");
    return root.resolve(Path.of("/").relativize(directory));
  }

  /** Leaves it no room, as long as the process lives; what others delete is taken at once. */
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
