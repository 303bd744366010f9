package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Killed runs resume from their newest checkpoint. */
class ResumeTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  @TempDir Path directory;

  private TinyData data;

  @BeforeEach
  void prepare() throws IOException {
    data = TinyData.in(directory);
  }

  private void kill(Path run, List<String> command) throws Exception {
    ChildRun.kill(run, command, directory.resolve("killed.log"));
  }

  private static List<String> with(List<String> command, List<String> overrides) {
    List<String> all = new ArrayList<>(command);
    overrides.forEach(override -> all.addAll(List.of("--set", override)));
    return all;
  }

  private static CommandLineRun run(List<String> command) {
    return CommandLineRun.of(command.toArray(String[]::new));
  }

  @Test
  void aTrainingThatWasKilledGoesOnToTheSameModel() throws Exception {
    data.write("train.csv", TinyData.rows(600, 1));
    List<String> settings = List.of("solver.epochs=20", "checkpoint.interval=50ms");
    String run = data.run().toString();
    kill(data.run(), with(List.of("train", data.path("tiny.yaml"), "--out", run), settings));

    run(List.of("train", "--resume", run, "--set", "solver.epochs=70"))
        .assertRefused("solver.epochs is 70, the run began with 20");
    run(List.of("train", data.path("tiny.yaml"), "--out", run))
        .assertRefused(
            "contains a run that has not ended: unless it is still going on, go on with: ./filbert"
                + " train --resume "
                + run
                + "; --out names another directory");
    CommandLineRun resumed = run(List.of("train", "--resume", run)).assertDone();
    assertThat(resumed.out()).contains("goes on from ", "model tiny@1");
    assertThat(data.run().resolve("checkpoints")).doesNotExist();
    run(List.of("train", "--resume", run)).assertRefused("the run has ended");

    run(with(List.of("train", data.path("tiny.yaml"), "--out", data.path("calm")), settings))
        .assertDone();
    ModelStore store = ModelStore.open(new org.apache.flink.core.fs.Path(data.path("store")));
    LoopTest.assertSameBits(
        store.load(store.version("tiny", 1)), store.load(store.version("tiny", 2)));
  }

  @Test
  void aStreamThatWasKilledGoesOnAndPredictsEachRowOnce() throws Exception {
    TinyStream stream = TinyStream.in(Files.createDirectory(directory.resolve("stream")));
    List<String> settings =
        List.of("input.file.passes=8", "progressive.every=1000", "checkpoint.interval=50ms");
    String config = stream.config().toString();
    String run = stream.run("run").toString();
    kill(stream.run("run"), with(List.of("train-online", config, "--out", run), settings));

    run(List.of("train-online", "--resume", run, "--set", "batch.size=7"))
        .assertRefused("batch.size is 7, the run began with 10");
    run(List.of("train-online", "--resume", run)).assertDone();
    stream.train("calm", settings.toArray(String[]::new)).assertDone();
    assertThat(stream.lines("run", "predictions"))
        .containsExactlyInAnyOrderElementsOf(stream.lines("calm", "predictions"));
    assertThat(stream.curve("run")).isEqualTo(stream.curve("calm"));
  }

  @Test
  void whatIsNoRunIsRefused() {
    run(List.of("train", "--resume", data.path("nowhere")))
        .assertRefused("nowhere: found no run to resume");
    run(List.of("train", "--resume", data.path("nowhere"), "--out", data.path("other")))
        .assertRefused("found --out with --resume");
  }
}
