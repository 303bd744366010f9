package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.filbert.it.HighAvailability;
import org.filbert.it.KillableProcess;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.cluster.LocalClusterOptions;
import org.filbert.jobs.config.yaml.ByteSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stream between topics for half an hour, in which every 20 to 60 seconds a TaskManager or the
 * JobManager is killed, or the broker stopped, and after up to three minutes started again: several
 * may be away at once. No run is given up, and each row is predicted once, as in a run without
 * faults. {@code -Dsoak.minutes}, {@code -Dsoak.seed} and {@code -Dsoak.absence}, the longest
 * absence in seconds, say how long and which faults; figures go to {@code target/soak.txt}.
 */
@Tag("soak")
class SoakIT {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  private static final int MINUTES = Integer.getInteger("soak.minutes", 30);
  private static final long SEED = Long.getLong("soak.seed", 1);
  private static final int ABSENCE = Integer.getInteger("soak.absence", 180);
  private static final int BATCH = 100;
  private static final Duration BATCH_TIME = Duration.ofSeconds(2);
  private static final int TASK_MANAGERS = 2;
  private static final long MEGABYTE = 1 << 20;
  private static final String ROWS = "rows";

  /** Measurements in halves of which memory and checkpoints are compared. */
  private static final int ENOUGH = 20;

  private static final int SLOTS = 4;

  @TempDir Path directory;

  private final List<String> figures = new ArrayList<>();
  private final List<Sizes> sizes = new ArrayList<>();
  private final long began = System.nanoTime();

  private void note(String line) {
    String timed = "%6.1f s  %s".formatted((System.nanoTime() - began) / 1e9, line);
    System.out.println("soak: " + timed);
    figures.add(timed);
    try {
      Files.write(Path.of("target/soak.txt"), figures);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void nothingIsLostAndNothingComesTwice() throws Exception {
    note("seed %d, %d minutes, absences up to %d s".formatted(SEED, MINUTES, ABSENCE));
    BROKER.createTopics(1, ROWS, scored("disturbed"), scored("calm"), rejected());
    try (HighAvailability available = HighAvailability.start(directory.resolve("ha"));
        LocalCluster cluster = LocalCluster.start(options(available), KafkaBroker.INSTALLATION);
        KillableProcess jobManager = new KillableProcess(cluster, cluster.processes().get(0));
        KillableProcess first = new KillableProcess(cluster, cluster.processes().get(1));
        KillableProcess second = new KillableProcess(cluster, cluster.processes().get(2))) {
      OnlineCluster online = new OnlineCluster(cluster);
      CompletableFuture<Integer> disturbed =
          online.submit(directory.resolve("disturbed"), settings("disturbed"));
      awaitCheckpoint();
      note("the stream runs");
      long rows = disturb(jobManager, first, second);
      Map<String, String> predictions = predictions("disturbed", rows);
      note(rows + " rows, " + predictions.size() + " predictions, each once");
      long checkpoint = checkpointBytes("disturbed");
      online.cancel();
      disturbed.get();

      CompletableFuture<Integer> calm = online.submit(directory.resolve("calm"), settings("calm"));
      assertThat(predictions).isEqualTo(predictions("calm", rows));
      note("the predictions are those of a run without faults");
      assertThat(checkpoint).isLessThanOrEqualTo(withQuarter(checkpointBytes("calm")));
      online.cancel();
      calm.get();
    }
    assertFlat(Sizes::jobManager);
    assertFlat(Sizes::taskManagers);
  }

  private LocalClusterOptions options(HighAvailability available) {
    return new LocalClusterOptions(
        directory.resolve("cluster"),
        TASK_MANAGERS,
        SLOTS,
        0,
        ByteSize.ofMebibytes(768),
        ByteSize.ofMebibytes(1536),
        available.settings(),
        Duration.ofSeconds(300));
  }

  private static String scored(String run) {
    return run + "-scored";
  }

  private static String rejected() {
    return "rejected";
  }

  private List<String> settings(String run) {
    return List.of(
        "name=" + run,
        "parallelism=2",
        "input.kafka.bootstrapServers=" + BROKER.address(),
        "input.kafka.topic=" + ROWS,
        "output.kafka={predictions: " + scored(run) + ", deadLetters: " + rejected() + "}",
        "batch={size: " + BATCH + ", maxDelay: 24h}",
        "learner.maxBlocks=20",
        "progressive={every: 1000}",
        "snapshots={every: 1000, keep: 3}",
        "backend.threads=1",
        "checkpoint.interval=1s",
        "store=" + directory.resolve(run + "-store"));
  }

  /** A fault and its repair. */
  private interface Fault {
    void begin() throws Exception;

    void end() throws Exception;
  }

  private record Killed(KillableProcess process) implements Fault {
    @Override
    public void begin() throws Exception {
      process.kill();
    }

    @Override
    public void end() throws Exception {
      process.restart();
    }
  }

  private record Stopped(KafkaBroker broker) implements Fault {
    @Override
    public void begin() {
      broker.stop();
    }

    @Override
    public void end() throws Exception {
      broker.restart();
    }
  }

  /** Waits until the run has a checkpoint. */
  private void awaitCheckpoint() throws InterruptedException {
    while (checkpointBytes("disturbed") == 0) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  /** Sends rows and injects faults until the time is over. Returns the number of rows. */
  private long disturb(KillableProcess jobManager, KillableProcess first, KillableProcess second)
      throws Exception {
    Map<String, Fault> faults = new TreeMap<>();
    faults.put("JobManager killed", new Killed(jobManager));
    faults.put("first TaskManager killed", new Killed(first));
    faults.put("second TaskManager killed", new Killed(second));
    faults.put("broker stopped", new Stopped(BROKER));
    long end = System.nanoTime() + Duration.ofMinutes(MINUTES).toNanos();
    CompletableFuture<Long> rows = CompletableFuture.supplyAsync(() -> send(end));
    Random random = new Random(SEED);
    Map<String, CompletableFuture<Void>> away = new TreeMap<>();
    while (System.nanoTime() < end) {
      TimeUnit.SECONDS.sleep(20 + random.nextInt(41));
      int pause = random.nextInt(ABSENCE + 1);
      away.values().removeIf(SoakIT::isBack);
      List<String> there =
          faults.keySet().stream().filter(name -> !away.containsKey(name)).toList();
      measure(jobManager, first, second);
      if (!there.isEmpty()) {
        String name = there.get(random.nextInt(there.size()));
        note("%s for %d s; away: %s; %s".formatted(name, pause, away.keySet(), newest()));
        Fault fault = faults.get(name);
        fault.begin();
        away.put(name, CompletableFuture.runAsync(() -> end(fault), later(pause)));
      }
    }
    for (CompletableFuture<Void> each : away.values()) {
      each.get();
    }
    note("all are back");
    long sent = rows.get();
    predictions("disturbed", sent);
    measure(jobManager, first, second);
    note("all predicted; " + newest());
    return sent;
  }

  private static Executor later(int seconds) {
    return CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS);
  }

  private static void end(Fault fault) {
    try {
      fault.end();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether a process is back; fails if it did not start. */
  private static boolean isBack(CompletableFuture<Void> absence) {
    if (absence.isDone()) {
      absence.join();
    }
    return absence.isDone();
  }

  /**
   * What a run takes at some time, in bytes.
   *
   * @param jobManager its resident memory; 0 while it is away
   * @param taskManagers that of the largest TaskManager that is there; 0 without any
   * @param checkpoints a checkpoint's files
   */
  private record Sizes(long jobManager, long taskManagers, long checkpoints) {
    @Override
    public String toString() {
      return "resident: JobManager %d MB, larger TaskManager %d MB; checkpoints %d kB"
          .formatted(jobManager / MEGABYTE, taskManagers / MEGABYTE, checkpoints / 1000);
    }
  }

  /** Takes the sizes of what is there. */
  private void measure(KillableProcess jobManager, KillableProcess first, KillableProcess second) {
    sizes.add(
        new Sizes(
            jobManager.residentBytes(),
            Math.max(first.residentBytes(), second.residentBytes()),
            checkpointBytes("disturbed")));
  }

  private String newest() {
    return sizes.isEmpty() ? "" : sizes.get(sizes.size() - 1).toString();
  }

  /**
   * Asserts that the median of the second half is no more than the most of the first, but for a
   * quarter, which is for heaps that are not full yet. What is away has no size, and a few sizes
   * say nothing.
   */
  private void assertFlat(ToLongFunction<Sizes> size) {
    long[] there = sizes.stream().mapToLong(size).filter(each -> each > 0).toArray();
    if (there.length < ENOUGH) {
      return;
    }
    int half = there.length / 2;
    long most = Arrays.stream(there).limit(half).max().orElseThrow();
    long[] after = Arrays.stream(there).skip(half).sorted().toArray();
    assertThat(after[after.length / 2])
        .as(() -> sizes.toString())
        .isLessThanOrEqualTo(withQuarter(most));
  }

  private static long withQuarter(long size) {
    return size + size / 4;
  }

  /** A batch of rows every now and then. */
  private long send(long end) {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", BROKER.address());
    properties.put("delivery.timeout.ms", Integer.toString(Integer.MAX_VALUE));
    properties.put("max.block.ms", Integer.toString(Integer.MAX_VALUE));
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
      List<String> rows = LetterTopics.rows(20_000);
      long sent = 0;
      while (System.nanoTime() < end) {
        List<Future<?>> batch = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
          String row = rows.get((int) (sent % rows.size()));
          batch.add(producer.send(new ProducerRecord<>(ROWS, 0, Long.toString(sent), row)));
          sent++;
        }
        for (Future<?> each : batch) {
          each.get();
        }
        TimeUnit.NANOSECONDS.sleep(BATCH_TIME.toNanos());
      }
      return sent;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Each row's prediction, by id, once there are so many; every id once. */
  private static Map<String, String> predictions(String run, long rows) {
    Map<String, String> predictions = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        BROKER.await(scored(run), records -> records.size() >= rows)) {
      assertThat(predictions.put(text(record.key()), text(record.value()))).isNull();
    }
    assertThat(predictions).hasSize(Math.toIntExact(rows));
    return predictions;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Of the largest complete checkpoint; Flink keeps the newest, and one that it is deleting. */
  private long checkpointBytes(String run) {
    try (Stream<Path> files = Files.walk(directory.resolve(run).resolve("checkpoints"))) {
      return files
          .filter(file -> file.endsWith("_metadata"))
          .mapToLong(file -> bytes(file.getParent()))
          .max()
          .orElse(0);
    } catch (IOException | UncheckedIOException e) {
      return 0; // a directory went away under the walk
    }
  }

  private static long bytes(Path checkpoint) {
    try (Stream<Path> files = Files.list(checkpoint)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
