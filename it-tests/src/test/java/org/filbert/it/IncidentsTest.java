package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Incidents around a run do not end it, and a failure that ends it leaves its results readable. */
class IncidentsTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  @TempDir Path directory;
  private TinyData data;

  @BeforeEach
  void prepare() throws IOException {
    data = TinyData.in(directory);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plan.json",
        "progress.json",
        "curve.jsonl",
        "blocks.jsonl",
        "report.html",
        "quarantine.jsonl"
      })
  void whatCannotBeShownIsTold(String file) throws IOException {
    data.replaceLine("train.csv", 3, "middle,1");
    Files.createDirectories(data.run().resolve(file));
    CommandLineRun run = data.train("data.onBadRecord=quarantine");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .containsOnlyOnce("warning: %s/%s cannot be written".formatted(data.run(), file))
        .contains("the run goes on", "model tiny@1");
  }

  @Test
  void aRunWithoutASummaryStillNamesItsModel() throws IOException {
    Files.createDirectories(data.run().resolve("summary.json/x"));
    data.train()
        .assertRefused("model tiny@1 is stored, but " + data.run() + "/summary.json cannot");
  }

  @Test
  void aStreamGoesOnWithoutWhatItCannotShow() throws IOException {
    TinyStream stream = TinyStream.in(Files.createDirectory(directory.resolve("stream")));
    Files.createDirectories(stream.run("run").resolve("curve.jsonl"));
    Files.createDirectories(stream.run("run").resolve("report.html"));
    try (CapturedLog log = new CapturedLog()) {
      CommandLineRun run = stream.train("run").assertDone();
      assertThat(run.out()).contains("model tiny@1");
      assertThat(log.text()).containsOnlyOnce("curve.jsonl cannot be written");
    }
  }

  @Test
  void progressThatCannotBeWrittenAnyMoreInMidRunChangesNothing() throws Exception {
    disturbed(
            () -> Files.exists(data.run().resolve("progress.json")),
            () -> {
              Files.delete(data.run().resolve("progress.json"));
              Files.createDirectories(data.run().resolve("progress.json/x"));
            })
        .assertDone();
  }

  @Test
  void checkpointsThatCannotBeWrittenAnyMoreInMidRunChangeNothing() throws Exception {
    Path checkpoints = data.run().resolve("checkpoints");
    disturbed(
            () -> Injection.newestCheckpoint(checkpoints) > 0,
            () -> {
              Files.move(checkpoints, directory.resolve("away"));
              Files.writeString(checkpoints, "no directory");
            })
        .assertDone();
  }

  @Test
  @Tag("ci")
  void aRunThatCannotWriteAnythingAnyMoreInMidRunEndsWithItsModel() throws Exception {
    CommandLineRun run =
        disturbed(
            () -> Injection.newestCheckpoint(data.run().resolve("checkpoints")) > 0,
            () -> {
              Files.move(data.run(), directory.resolve("away"));
              Files.writeString(data.run(), "no directory");
            });
    run.assertRefused("model tiny@1 is stored, but " + data.run() + "/summary.json cannot");
  }

  @Test
  void aCancelledRunLeavesThePageOfItsLastEpoch(MiniCluster flink) throws Exception {
    CompletableFuture<CommandLineRun> running =
        CompletableFuture.supplyAsync(() -> data.train("solver.epochs=100000"));
    Path curve = data.run().resolve("curve.jsonl");
    while (!Files.exists(curve) || Files.readAllLines(curve).size() < 50) {
      assertThat(running).as("ended too early").isNotDone();
      LockSupport.parkNanos(1_000_000);
    }
    flink.cancelJob(underWay(flink).get(0).getJobId()).get();
    assertThat(running.get().exitCode()).isNotZero();
    while (!underWay(flink).isEmpty()) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(data.run().resolve("report.html"))
        .content()
        .contains(
            "Not finished: the run as it was after epoch " + Files.readAllLines(curve).size());
  }

  private static List<JobStatusMessage> underWay(MiniCluster flink) throws Exception {
    return flink.listJobs().get().stream()
        .filter(job -> !job.getJobState().isGloballyTerminalState())
        .toList();
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private interface Disturbance {
    void happen() throws IOException;
  }

  /** A run with an incident ends like an undisturbed one. */
  private CommandLineRun disturbed(Condition when, Disturbance disturbance) throws Exception {
    String[] settings = {"solver.epochs=150", "checkpoint={interval: 50ms, restarts: 0}"};
    CompletableFuture<CommandLineRun> running =
        CompletableFuture.supplyAsync(() -> data.train(settings));
    while (!when.holds()) {
      assertThat(running).as("ended too early").isNotDone();
      LockSupport.parkNanos(1_000_000);
    }
    disturbance.happen();
    CommandLineRun run = running.get();
    deleteRun();
    data.train(settings).assertDone();
    LoopTest.assertSameBits(model(1), model(2));
    return run;
  }

  private void deleteRun() throws IOException {
    Files.move(data.run(), directory.resolve("first"));
  }

  private TrainedModel model(int version) throws IOException {
    return store().load(store().version("tiny", version));
  }

  private ModelStore store() throws IOException {
    return ModelStore.open(new org.apache.flink.core.fs.Path(data.path("store")));
  }
}
