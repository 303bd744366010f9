package org.filbert.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.filbert.kernel.Gaussian;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.train.TrainingSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code filbert-sql.jar} in a cluster of processes that have nothing else of Filbert on their
 * class path, and no native library: by {@code ADD JAR}, and in {@code lib/}.
 */
@Tag("ci")
@Timeout(1800)
class SqlClusterIT {
  private static final Path JAR = Path.of("target", "filbert-sql.jar").toAbsolutePath();
  private static final List<String> ADDED = List.of("ADD JAR '" + JAR + "'");
  private static final String MODEL =
      "CREATE MODEL xor INPUT (x ARRAY<DOUBLE>) OUTPUT (prediction STRING) WITH ('provider' ="
          + " 'filbert', 'store' = '%s')";
  private static final String VIEW =
      "CREATE TEMPORARY VIEW points AS SELECT * FROM (VALUES (1, ARRAY[CAST(0 AS DOUBLE), CAST(0 AS"
          + " DOUBLE)]), (2, ARRAY[CAST(0 AS DOUBLE), CAST(1 AS DOUBLE)])) AS t (id, x)";

  private static final String SELECT =
      "SELECT id, prediction FROM ML_PREDICT(TABLE points, MODEL xor, DESCRIPTOR(x))";

  @TempDir Path directory;

  private final List<Process> processes = new ArrayList<>();
  private int port;

  @BeforeEach
  void train() throws IOException {
    double[][] x = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    String[] y = {"same", "different", "different", "same"};
    TrainedModel model = TrainingSpec.of(new Gaussian(0.5)).ridge(0.01).train(x, y);
    ModelStore.open(new org.apache.flink.core.fs.Path(store()))
        .publish("xor", "run", Instant.EPOCH, model);
  }

  private String store() {
    return directory.resolve("store").toString();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The jars of Flink and what they need; nothing of this project and its numerics. */
  private static String flink() {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(all.split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .filter(
            entry ->
                Stream.of("filbert", "bytedeco", "lucene", "junit", "surefire")
                    .noneMatch(entry::contains))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Process start(String classPath, String main, Path output, List<String> arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Duser.home=" + directory, // natives are unpacked below it
                "-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")),
                "@" + Path.of("../conf/flink/jvm.options").toAbsolutePath().normalize(),
                "-Dlog4j.configurationFile="
                    + Path.of("../conf/flink/log4j.properties").toAbsolutePath().normalize(),
                "-cp",
                classPath,
                main));
    command.addAll(arguments);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  /** Starts a JobManager and a TaskManager. */
  private void startCluster(String lib) throws IOException {
    port = freePort();
    Path conf = Files.createDirectories(directory.resolve("conf"));
    Files.writeString(
        conf.resolve("config.yaml"),
        """
        jobmanager: {bind-host: localhost, rpc: {address: localhost, port: %s}}
        jobmanager.memory.process.size: 900m
        taskmanager: {bind-host: localhost, host: localhost, numberOfTaskSlots: 2, cpu.cores: 2.0}
        taskmanager.memory.framework: {heap.size: 128m, off-heap.size: 128m}
        taskmanager.memory.task: {heap.size: 256m, off-heap.size: 128m}
        taskmanager.memory.network: {min: 64m, max: 64m}
        taskmanager.memory.managed.size: 64m
        taskmanager.memory.jvm-metaspace.size: 256m
        taskmanager.memory.jvm-overhead: {min: 64m, max: 64m}
        rest: {address: localhost, bind-address: localhost, port: %s}
        parallelism.default: 2
        pekko.ask.timeout: 5 min
        heartbeat.timeout: 300000
        client.timeout: 10 min
        slot.request.timeout: 900000
        """
            .formatted(freePort(), port));
    for (String main :
        List.of(
            "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
            "org.apache.flink.runtime.taskexecutor.TaskManagerRunner")) {
      Path log = directory.resolve(processes.size() + ".log");
      processes.add(start(lib, main, log, List.of("-c", conf.toString())));
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly();
      process.waitFor();
    }
  }

  private String taskManagerLog() throws IOException {
    return Files.readString(directory.resolve("1.log"), StandardCharsets.UTF_8);
  }

  /** Starts a client that makes the model and asks it in some jobs, one after the other. */
  private Process client(String lib, List<String> first, String log, int jobs) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(Integer.toString(port)));
    arguments.addAll(first);
    arguments.add(MODEL.formatted(store()));
    arguments.add(VIEW);
    arguments.addAll(Collections.nCopies(jobs, SELECT));
    String tests = SqlProgram.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    Process client =
        start(
            lib + File.pathSeparator + tests,
            SqlProgram.class.getName(),
            directory.resolve(log),
            arguments);
    processes.add(client);
    return client;
  }

  private void assertPredicts(String lib, List<String> first) throws Exception {
    assertPredicted(client(lib, first, "client.log", 1), "client.log", 1);
  }

  private void assertPredicted(Process client, String log, int jobs) throws Exception {
    assertThat(client.waitFor(15, TimeUnit.MINUTES)).as(log).isTrue();
    assertThat(processes.subList(0, 2)).allMatch(Process::isAlive);
    List<String> lines = told(log);
    String seen = "%s\n%s\n%s".formatted(lines, told("0.log"), told("1.log"));
    assertThat(Collections.frequency(lines, "+I[1, same]")).as(seen).isEqualTo(jobs);
    assertThat(Collections.frequency(lines, "+I[2, different]")).as(seen).isEqualTo(jobs);
    assertThat(lines).noneMatch(line -> line.contains("Exception"));
  }

  /** What a process wrote beside its log's information. */
  private List<String> told(String log) throws IOException {
    try (Stream<String> lines = Files.lines(directory.resolve(log))) {
      return lines.filter(line -> !line.contains(" INFO ")).toList();
    }
  }

  @Test
  void aJobAddsTheJar() throws Exception {
    startCluster(flink());
    assertPredicts(flink(), ADDED);
    assertThat(taskManagerLog()).containsOnlyOnce("BLAS openblas: its native library loads");

    long unpacked = unpacked();
    stop();
    processes.clear();
    startCluster(flink()); // takes what the former processes have unpacked
    assertPredicts(flink(), ADDED);
    assertThat(unpacked()).isEqualTo(unpacked);
  }

  private long unpacked() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve(".javacpp"))) {
      return files
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  @Test
  void twentyJobsAddTheJar() throws Exception {
    startCluster(flink());
    assertPredicted(client(flink(), ADDED, "row.log", 11), "row.log", 11);
    List<Process> atOnce = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      atOnce.add(client(flink(), ADDED, i + "-of-three.log", 3));
    }
    for (int i = 0; i < 3; i++) {
      assertPredicted(atOnce.get(i), i + "-of-three.log", 3);
    }
    assertThat(places()).hasSizeLessThanOrEqualTo(20);
  }

  /** The numbered places that libraries have been unpacked into. */
  private List<Path> places() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve(".javacpp"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("\\d+") && Files.isDirectory(file))
          .toList();
    }
  }

  @Test
  void theJarIsInLib() throws Exception {
    String lib = flink() + File.pathSeparator + JAR;
    startCluster(lib);
    assertPredicts(lib, List.of());
    assertPredicts(lib, List.of());
    assertThat(taskManagerLog()).containsOnlyOnce("BLAS openblas: its native library loads");
  }
}
