package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.cache.CacheBudget;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.kernel.Gaussian;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.testing.LetterData;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.Training;
import org.filbert.train.columns.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Caches change the time of a run and nothing else. */
class CacheTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  @TempDir Path directory;

  /** A training with its own cache. */
  private static final class CachedLoop extends LetterLoop {
    private final long memory;
    private final long disk;
    private final String directory;

    CachedLoop(String name, long memory, long disk, Path directory) {
      super(name, 2, 100, 3);
      this.memory = memory;
      this.disk = disk;
      this.directory = directory.toString();
    }

    @Override
    Training training() {
      return Trainings.of(
          RunOptions.of(new Gaussian(0.2), 100, 3)
              .withCache(new CacheBudget(memory, disk, directory), 1L << 30),
          new Scaling.Divide(15));
    }
  }

  @Test
  void memoryAndDiskOnFlinkGiveTheBitsOfLocalWorkersWithoutAny() throws Exception {
    List<Instance> rows = LetterData.instances(800, 50);
    LetterLoop cached = new CachedLoop("cached", 1 << 20, 1 << 20, directory);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    SuperstepLoop.build(env.fromData(rows, InstanceSerializer.TYPE), cached);
    env.execute();
    TrainedModel onFlink = LetterLoop.MODELS.remove(cached.name());
    LetterLoop plain = new CachedLoop("plain", 0, 0, directory);
    try (LocalWorkers local = Shards.local(rows, plain.placement(), plain.backend(1))) {
      LoopTest.assertSameBits(onFlink, plain.training().run(local).model());
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aDirectoryThatCannotBeUsedIsAWarning() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    TinyData data = TinyData.in(directory);
    CommandLineRun run =
        data.train("cache.memory=0", "cache.disk=1g", "cache.directory=" + file).assertDone();
    for (int worker = 0; worker < 2; worker++) {
      String warning =
          "worker " + worker + ": the cache directory " + file + " takes no more after 0.0 MiB (";
      assertThat(run.out()).containsOnlyOnce("warning: " + warning);
      assertThat(Files.readString(data.run().resolve("summary.json"))).contains(warning);
    }
    assertThat(run.out())
        .contains("cache of each worker, training rows: 0 blocks in memory (0.0 MiB), 3 on disk");
  }
}
