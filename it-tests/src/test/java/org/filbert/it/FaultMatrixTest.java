package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * With every solver, faults of the process or its disks leave the bits of an undisturbed run.
 * {@link EverySystemOnFlinkTest} covers failures of tasks, {@link FaultMatrixIT} those of a
 * cluster's processes.
 */
@Tag("faults")
class FaultMatrixTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final Map<SmallRun, Map<String, String>> UNDISTURBED = new ConcurrentHashMap<>();

  @TempDir Path directory;

  /** A fault that ends a training. */
  private enum Fault {
    KILLED {
      @Override
      void happenTo(SmallRun run, TinyData data, Path directory) throws Exception {
        ChildRun.kill(data.run(), run.command(data, List.of()), directory.resolve("killed.log"));
        resume(data);
      }
    },
    INTERRUPTED {
      @Override
      void happenTo(SmallRun run, TinyData data, Path directory) throws Exception {
        Path log = directory.resolve("interrupted.log");
        ChildRun.interrupt(data.run(), run.command(data, List.of()), log);
        assertThat(log).content().contains("go on with: ./filbert train --resume " + data.run());
        resume(data);
      }
    },
    KILLED_WITH_A_BROKEN_CHECKPOINT {
      @Override
      void happenTo(SmallRun run, TinyData data, Path directory) throws Exception {
        ChildRun.kill(data.run(), run.command(data, List.of()), directory.resolve("killed.log"));
        Files.write(newestMetadata(data.run().resolve("checkpoints")), new byte[] {1, 2, 3});
        resume(data);
      }
    },
    CHECKPOINTS_GONE_FOR_A_WHILE {
      @Override
      void happenTo(SmallRun run, TinyData data, Path directory) throws Exception {
        Path there = Files.createDirectory(directory.resolve("there"));
        Path gone = Files.createFile(directory.resolve("gone")); // no directory
        Path link = directory.resolve("link");
        point(link, there);
        List<String> command = run.command(data, List.of("checkpoint.directory=" + link));
        try (ChildRun child = ChildRun.start(command, directory.resolve("child.log"))) {
          child.awaitCheckpoint(there);
          point(link, gone);
          child.process().waitFor(30, TimeUnit.SECONDS); // it may come to its end before
          point(link, there);
          assertThat(child.assertDone()).contains(" failed; the run goes on");
        }
      }

      private static void point(Path link, Path target) throws IOException {
        Path next = Files.createSymbolicLink(link.resolveSibling("next"), target);
        Files.move(next, link, StandardCopyOption.ATOMIC_MOVE);
      }
    },
    CACHE_ON_A_FULL_DISK {
      @Override
      void happenTo(SmallRun run, TinyData data, Path directory) throws Exception {
        SmallDisk disk = disk(directory, 64 << 10);
        List<String> command =
            run.command(
                data, List.of("cache={memory: 0, disk: 1g, directory: " + disk.directory() + "}"));
        try (ChildRun child = start(disk, command)) {
          child.assertDone();
        }
      }
    },
    CHECKPOINTS_ON_A_DISK_THAT_FILLS_UP {
      @Override
      void happenTo(SmallRun run, TinyData data, Path directory) throws Exception {
        SmallDisk disk = disk(directory, 64 << 20);
        List<String> command =
            run.command(data, List.of("checkpoint.directory=" + disk.directory()));
        try (ChildRun child = start(disk, command)) {
          child.awaitCheckpoint(disk.seenFromOutside(child.process()));
          disk.keepFull(child.process());
          assertThat(child.assertDone()).contains(" failed; the run goes on");
        }
      }
    },
    RUN_DIRECTORY_ON_A_DISK_THAT_FILLS_UP {
      @Override
      void happenTo(SmallRun run, TinyData data, Path directory) throws Exception {
        SmallDisk disk = new SmallDisk(Files.createDirectory(data.run()), 64 << 20);
        assumeThat(SmallDisk.available()).isTrue();
        try (ChildRun child = start(disk, run.command(data, List.of()))) {
          child.awaitCheckpoint(disk.seenFromOutside(child.process()).resolve("checkpoints"));
          disk.keepFull(child.process());
          assertThat(child.assertRefused())
              .contains("model tiny@1 is stored, but ", "No space left on device");
        }
      }
    };

    abstract void happenTo(SmallRun run, TinyData data, Path directory) throws Exception;
  }

  private static void resume(TinyData data) {
    CommandLineRun.of("train", "--resume", data.run().toString()).assertDone();
    assertThat(data.run().resolve("checkpoints")).doesNotExist();
  }

  private static SmallDisk disk(Path directory, long bytes)
      throws IOException, InterruptedException {
    assumeThat(SmallDisk.available()).isTrue();
    return new SmallDisk(Files.createDirectory(directory.resolve("disk")), bytes);
  }

  private static ChildRun start(SmallDisk disk, List<String> command) throws IOException {
    return ChildRun.start(disk.launcher(), command, disk.directory().resolveSibling("child.log"));
  }

  private static Path newestMetadata(Path checkpoints) throws IOException {
    try (Stream<Path> files = Files.walk(checkpoints)) {
      return files
          .filter(file -> file.getFileName().toString().equals("_metadata"))
          .max(Comparator.comparingLong(file -> file.toFile().lastModified()))
          .orElseThrow();
    }
  }

  static Stream<Arguments> matrix() {
    return Arrays.stream(SmallRun.values())
        .flatMap(run -> Arrays.stream(Fault.values()).map(fault -> Arguments.of(run, fault)));
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void theModelHasTheSameBits(SmallRun run, Fault fault) throws Exception {
    TinyData data = SmallRun.in(Files.createDirectory(directory.resolve("disturbed")));
    fault.happenTo(run, data, directory);
    assertThat(SmallRun.model(data)).isEqualTo(undisturbed(run)).isNotEmpty();
  }

  private Map<String, String> undisturbed(SmallRun run) throws IOException {
    Map<String, String> known = UNDISTURBED.get(run);
    if (known != null) {
      return known;
    }
    TinyData calm = SmallRun.in(Files.createDirectory(directory.resolve("calm")));
    CommandLineRun.of(run.command(calm, List.of()).toArray(String[]::new)).assertDone();
    Map<String, String> model = SmallRun.model(calm);
    UNDISTURBED.put(run, model);
    return model;
  }
}
