package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.jobs.run.JobEnd;
import org.filbert.linalg.Backend;
import org.filbert.linalg.NativeMemory;
import org.filbert.operators.loop.Channels;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.testing.LetterData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Failed attempts of a training leave nothing behind in a TaskManager. */
class FiftyRestartsTest {
  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.cluster(1, 2);

  private static final int ROWS = 600;
  private static final int WITHOUT_END = 1_000_000;
  private static final long MEGABYTE = 1 << 20;
  private static final AtomicInteger FAILED = new AtomicInteger();

  /** The resources in use when a worker begins, once per attempt. */
  private static final Queue<Traces> BEGINNINGS = new ConcurrentLinkedQueue<>();

  @TempDir Path checkpoints;

  /**
   * Resources besides the heap.
   *
   * @param matrices bytes of matrices
   * @param channels open channels
   * @param threads of Filbert
   */
  private record Traces(long matrices, int channels, long threads) {
    static Traces now() {
      return new Traces(
          NativeMemory.taken(),
          Channels.open(),
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().startsWith("filbert-"))
              .count());
    }
  }

  private static final class Failing extends LetterLoop {
    private final String directory;
    private final int failures;

    Failing(Path checkpoints, int failures) {
      super("fifty", 2, 100, WITHOUT_END);
      this.directory = checkpoints.toString();
      this.failures = failures;
    }

    @Override
    public Backend backend(int slots) {
      System.gc(); // resources may be released late
      BEGINNINGS.add(Traces.now());
      return FailingBlas.in(
          super.backend(slots), new Injection(Path.of(directory), failures, FAILED));
    }
  }

  /** A training that fails this often, and is cancelled after a further checkpoint. */
  private void run(int failures) throws Exception {
    FAILED.set(0);
    BEGINNINGS.clear();
    Configuration configuration = MiniFlink.recovering(checkpoints, Duration.ofMillis(10));
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, failures + 1);
    List<Instance> rows = LetterData.instances(ROWS, 100);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    SuperstepLoop.build(
        env.fromData(rows, InstanceSerializer.TYPE), new Failing(checkpoints, failures));
    JobClient job = env.executeAsync();
    while (FAILED.get() < failures || Injection.newestCheckpoint(checkpoints) <= 2L * failures) {
      assertThat(JobEnd.within(10, job.getJobExecutionResult())).isFalse();
    }
    job.cancel().get();
    while (!job.getJobStatus().get().isGloballyTerminalState()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void nothingIsLeftBehind() throws Exception {
    assertNothingIsLeftBehind(16);
  }

  @Test
  @Tag("ci")
  void nothingIsLeftBehindAfterFifty() throws Exception {
    assertNothingIsLeftBehind(50);
  }

  private void assertNothingIsLeftBehind(int restarts) throws Exception {
    Traces before = Traces.now();
    run(restarts);
    List<Traces> beginnings = List.copyOf(BEGINNINGS);
    int count = beginnings.size(); // both workers may fail in one attempt
    assertThat(count).isGreaterThan(restarts);
    int some = restarts * 2 / 5;
    long early = matrices(beginnings.subList(0, some));
    assertThat(matrices(beginnings.subList(count - some, count))).isLessThan(early + MEGABYTE);
    assertThat(beginnings).allMatch(traces -> traces.channels() <= before.channels() + 4);
    assertThat(beginnings).allMatch(traces -> traces.threads() <= before.threads() + 1);

    Traces after = Traces.now();
    for (int tries = 0; after.matrices() > before.matrices() && tries < 1000; tries++) {
      System.gc();
      LockSupport.parkNanos(10_000_000);
      after = Traces.now();
    }
    assertThat(after.matrices()).isLessThanOrEqualTo(before.matrices());
    assertThat(after.channels()).isEqualTo(before.channels());
    assertThat(after.threads()).isLessThanOrEqualTo(before.threads());
  }

  /** The minimum, as released resources are freed some time after a collection. */
  private static long matrices(List<Traces> beginnings) {
    return beginnings.stream().mapToLong(Traces::matrices).min().orElseThrow();
  }

  @Test
  @Tag("faults")
  void residentMemoryIsFlat() throws Exception {
    run(50);
    long fifty = KillableProcess.residentBytes(ProcessHandle.current().pid());
    run(50);
    long hundred = KillableProcess.residentBytes(ProcessHandle.current().pid());
    System.out.printf(
        "resident memory: %d MB after 50 restarts, %d MB after 100%n",
        fifty / MEGABYTE, hundred / MEGABYTE);
    assertThat(hundred).isLessThan(fifty + 50 * MEGABYTE);
  }
}
