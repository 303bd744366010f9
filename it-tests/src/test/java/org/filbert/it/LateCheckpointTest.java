package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.jobs.config.section.CheckpointConfig;
import org.filbert.jobs.run.Recovery;
import org.filbert.jobs.run.RunIdentity;
import org.filbert.jobs.run.RunStart;
import org.filbert.linalg.Backend;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.testing.LetterData;
import org.filbert.testing.Shards;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint that exceeds its time limit is aborted, and the run continues. */
class LateCheckpointTest {
  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.cluster(2, 1);

  private static final Duration SHORT = Duration.ofMillis(20);

  /** Flink fails a job whose checkpoint expires while it is still being triggered. */
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /** Number of the checkpoint until which the long superstep lasts. */
  private static final AtomicInteger LAST = new AtomicInteger();

  @TempDir Path directory;

  /** A superstep that lasts until two checkpoints have been aborted. */
  private static final class Lasting extends LetterLoop {
    private final String checkpoints;

    Lasting(Path checkpoints) {
      super("lasting", 2, 100, 3);
      this.checkpoints = checkpoints.toString();
    }

    @Override
    public int restarts() {
      return 0;
    }

    @Override
    public Backend backend(int slots) {
      return FailingBlas.in(super.backend(slots), this::await);
    }

    private void await() {
      LAST.compareAndSet(0, newest(Path.of(checkpoints)) + 3);
      while (newest(Path.of(checkpoints)) < LAST.get()) {
        LockSupport.parkNanos(SHORT.toNanos());
      }
    }
  }

  /** Number of the newest checkpoint, complete or not; 0 without one. */
  private static int newest(Path checkpoints) {
    try (Stream<Path> files = Files.walk(checkpoints, 2)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("chk-"))
          .mapToInt(name -> Integer.parseInt(name.substring("chk-".length())))
          .max()
          .orElse(0);
    } catch (UncheckedIOException | IOException e) {
      return 0; // a directory was deleted during the walk
    }
  }

  @Test
  void theRunEndsWithTheSameBits() throws Exception {
    List<Instance> rows = LetterData.instances(1500, 300);
    Configuration flink = new Configuration();
    flink.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, TIMEOUT);
    Recovery.configure(
        flink,
        new CheckpointConfig(SHORT, Optional.empty(), 0),
        new RunStart(
            directory.toString(),
            new RunIdentity("late", 0, 2, "none", "/", "", null),
            RunStart.Occasion.NEW,
            Optional.empty()));
    Lasting loop = new Lasting(directory.resolve("checkpoints"));
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
    SuperstepLoop.build(env.fromData(rows, InstanceSerializer.TYPE), loop);
    String log;
    try (CapturedLog captured = new CapturedLog()) {
      env.execute();
      log = captured.text();
    }

    assertThat(log).contains(" failed; the run goes on");
    LetterLoop undisturbed = new LetterLoop("undisturbed", 2, 100, 3);
    try (LocalWorkers local = Shards.local(rows, loop.placement(), undisturbed.backend(1))) {
      LoopTest.assertSameBits(
          LetterLoop.MODELS.remove(loop.name()), undisturbed.training().run(local).model());
    }
  }
}
