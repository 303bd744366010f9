package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.filbert.jobs.cluster.ClusterOverview;
import org.filbert.jobs.cluster.ClusterSubmission;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.cluster.LocalClusterOptions;
import org.filbert.jobs.config.yaml.ByteSize;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * With every solver, faults of a cluster's processes leave the bits of an undisturbed run. All
 * trainings run on one cluster in turn.
 */
@Tag("faults")
class FaultMatrixIT {
  private static final Installation INSTALLATION =
      new Installation(Path.of("..").toAbsolutePath().normalize());
  private static final int TASK_MANAGERS = 2;
  private static final int SLOTS = 2;

  /** Longer than the cluster's heartbeat timeout. */
  private static final Duration STILL = Duration.ofSeconds(20);

  @TempDir static Path shared;

  @TempDir Path directory;

  /** The cluster, with processes that can be killed and restarted. */
  private record Flink(
      HighAvailability available,
      LocalCluster cluster,
      KillableProcess jobManager,
      Map<String, KillableProcess> taskManagers)
      implements AutoCloseable {
    static Flink start() throws Exception {
      HighAvailability available = HighAvailability.start(shared.resolve("ha"));
      LocalCluster cluster =
          LocalCluster.start(
              new LocalClusterOptions(
                  shared.resolve("cluster"),
                  TASK_MANAGERS,
                  SLOTS,
                  0,
                  ByteSize.ofMebibytes(768),
                  ByteSize.ofMebibytes(1536),
                  available.settings(),
                  Duration.ofSeconds(300)),
              INSTALLATION);
      List<ProcessHandle> processes = cluster.processes();
      return new Flink(
          available,
          cluster,
          new KillableProcess(cluster, processes.get(0)),
          Map.of(
              "taskmanager-1", new KillableProcess(cluster, processes.get(1)),
              "taskmanager-2", new KillableProcess(cluster, processes.get(2))));
    }

    /** Waits until the previous run has released all slots. */
    void awaitSlots() throws InterruptedException {
      while (ClusterOverview.of(cluster.rest())
          .filter(overview -> overview.taskManagers() == TASK_MANAGERS)
          .filter(overview -> overview.freeSlots() == TASK_MANAGERS * SLOTS)
          .isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(200);
      }
    }

    /** The TaskManager with the driver of the running training. */
    KillableProcess ofDriver() throws Exception {
      return taskManagers.get(driver());
    }

    /** The other TaskManager, which has a worker. */
    KillableProcess ofWorker() throws Exception {
      String driver = driver();
      return taskManagers.entrySet().stream()
          .filter(each -> !each.getKey().equals(driver))
          .map(Map.Entry::getValue)
          .findFirst()
          .orElseThrow();
    }

    private String driver() throws Exception {
      Map<String, String> places = new ClusterJobs(cluster.rest()).taskManagers();
      return places.entrySet().stream()
          .filter(each -> each.getKey().contains("training: driver"))
          .map(Map.Entry::getValue)
          .findFirst()
          .orElseThrow(() -> new AssertionError("no training runs: " + places));
    }

    @Override
    public void close() throws IOException {
      jobManager.close();
      taskManagers.values().forEach(KillableProcess::close);
      cluster.close();
      available.close();
    }
  }

  private enum Fault {
    TASK_MANAGER_OF_A_WORKER_KILLED {
      @Override
      void happenTo(Flink flink) throws Exception {
        revive(flink.ofWorker());
      }
    },
    TASK_MANAGER_OF_THE_DRIVER_KILLED {
      @Override
      void happenTo(Flink flink) throws Exception {
        revive(flink.ofDriver());
      }
    },
    JOB_MANAGER_KILLED {
      @Override
      void happenTo(Flink flink) throws Exception {
        revive(flink.jobManager());
      }
    },
    WORKER_STILL {
      @Override
      void happenTo(Flink flink) throws Exception {
        KillableProcess worker = flink.ofWorker();
        worker.pause();
        TimeUnit.NANOSECONDS.sleep(STILL.toNanos());
        worker.resume();
      }
    };

    abstract void happenTo(Flink flink) throws Exception;

    private static void revive(KillableProcess process) throws Exception {
      process.kill();
      process.restart();
    }
  }

  @SuppressWarnings("NullAway.Init")
  private static Flink flink;

  @BeforeAll
  static void start() throws Exception {
    flink = Flink.start();
  }

  @AfterAll
  static void stop() throws Exception {
    flink.close();
  }

  static Stream<Arguments> matrix() {
    return Stream.of(
            SmallRun.DESCENT,
            SmallRun.GRADIENTS,
            SmallRun.EIGENPRO,
            SmallRun.SGD,
            SmallRun.NEWTON,
            SmallRun.DOUBLY_STOCHASTIC)
        .flatMap(run -> Arrays.stream(Fault.values()).map(fault -> Arguments.of(run, fault)));
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void theModelHasTheSameBits(SmallRun run, Fault fault) throws Exception {
    TinyData data = SmallRun.in(Files.createDirectory(directory.resolve("disturbed")));
    Path log = directory.resolve("client.log");
    flink.awaitSlots();
    CompletableFuture<Integer> exit =
        CompletableFuture.supplyAsync(() -> submit(run.command(data, List.of()), log));
    while (Injection.newestCheckpoint(data.run().resolve("checkpoints")) < 2) {
      assertThat(exit).as(() -> "it ended too early: " + ChildRun.said(log)).isNotDone();
      LockSupport.parkNanos(1_000_000);
    }
    fault.happenTo(flink);
    assertThat(exit.get()).as(() -> ChildRun.said(log)).isZero();

    TinyData calm = SmallRun.in(Files.createDirectory(directory.resolve("calm")));
    CommandLineRun.of(run.command(calm, List.of()).toArray(String[]::new)).assertDone();
    assertThat(SmallRun.model(data)).isEqualTo(SmallRun.model(calm)).isNotEmpty();
  }

  private static int submit(List<String> command, Path log) {
    try {
      return new ClusterSubmission(flink.cluster(), INSTALLATION)
          .run(
              "org.filbert.jobs.cli.Filbert",
              command,
              ProcessBuilder.Redirect.appendTo(log.toFile()));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
