package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Flink within a run only listens on addresses that other machines cannot reach, as its REST port
 * can run programs. Sockets are read from Linux's {@code /proc}.
 */
@EnabledOnOs(OS.LINUX)
class ListeningTest {
  /** 127.0.0.1, also as an IPv6 address, and ::1, in Linux's notation on little-endian machines. */
  private static final Set<String> LOOPBACK =
      Set.of("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000");

  private static final String LISTENS = "0A";

  @Test
  void aTrainingIsReachedFromThisMachineOnly(@TempDir Path directory) throws Exception {
    TinyData data = SmallRun.in(directory);
    List<String> command = SmallRun.DESCENT.command(data, List.of("solver.epochs=1000000"));
    try (ChildRun child = ChildRun.start(command, directory.resolve("child.log"))) {
      child.awaitCheckpoint(data.run().resolve("checkpoints"));
      assertThat(listening(child.process().pid())).isNotEmpty().isSubsetOf(LOOPBACK);
    }
  }

  /** The addresses that a process listens on. */
  private static Set<String> listening(long pid) throws IOException {
    Path process = Path.of("/proc", String.valueOf(pid));
    List<String> own = new ArrayList<>();
    try (Stream<Path> files = Files.list(process.resolve("fd"))) {
      for (Path file : files.toList()) {
        try {
          own.add(Files.readSymbolicLink(file).toString());
        } catch (NoSuchFileException e) {
          // closed in the meantime
        }
      }
    }
    Set<String> addresses = new TreeSet<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      for (String line : Files.readAllLines(process.resolve(table))) {
        String[] socket = line.trim().split("\\s+");
        if (socket[3].equals(LISTENS) && own.contains("socket:[" + socket[9] + "]")) {
          addresses.add(socket[1].substring(0, socket[1].indexOf(':')));
        }
      }
    }
    return addresses;
  }
}
