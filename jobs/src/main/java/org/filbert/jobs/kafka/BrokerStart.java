package org.filbert.jobs.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.process.ClusterException;
import org.filbert.jobs.process.LocalProcess;
import org.filbert.jobs.process.LoopbackPort;
import org.filbert.jobs.process.ProcessLog;

/** Starts the process of a local broker, and ends it if it does not come up. */
final class BrokerStart {
  /** Chosen for a quick start, not for lasting speed. */
  private static final List<String> JVM_FLAGS =
      List.of(
          "-Xmx512m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Duser.language=en", // names of log files are formatted numbers
          "-Duser.country=US",
          "-Duser.extensions=");

  private final LocalBrokerOptions options;
  private final Installation installation;
  private final Path directory;

  private BrokerStart(LocalBrokerOptions options, Installation installation) {
    this.options = options;
    this.installation = installation;
    this.directory = options.directory();
  }

  static LocalBroker of(LocalBrokerOptions options, Installation installation)
      throws IOException, InterruptedException {
    BrokerStart start = new BrokerStart(options, installation);
    String address = "127.0.0.1:" + LoopbackPort.free(options.port(), "--port");
    start.writeConfiguration(address);
    if (!Files.exists(data(start.directory).resolve("meta.properties"))) {
      start.format();
    }
    return start.launch(address);
  }

  /** All files that remain in the directory of a stopped broker. */
  static List<Path> files(Path directory) {
    return List.of(data(directory), configuration(directory), log(directory));
  }

  private static Path configuration(Path directory) {
    return directory.resolve("server.properties");
  }

  static Path log(Path directory) {
    return directory.resolve("broker.log");
  }

  private static Path data(Path directory) {
    return directory.resolve("data");
  }

  private void writeConfiguration(String address) throws IOException {
    Files.createDirectories(directory);
    String controller = "127.0.0.1:" + LoopbackPort.any();
    String own =
        """
        listeners=PLAINTEXT://%1$s,CONTROLLER://%2$s
        advertised.listeners=PLAINTEXT://%1$s
        controller.quorum.voters=1@%2$s
        log.dirs=%3$s
        """
            .formatted(address, controller, data(directory));
    Files.writeString(
        configuration(directory), Files.readString(installation.kafkaConfiguration()) + own);
  }

  /** Formats the data directory with a new cluster id. */
  private void format() throws IOException, InterruptedException {
    List<String> arguments =
        List.of(
            "format",
            "--cluster-id",
            Uuid.randomUuid().toString(),
            "--config",
            configuration(directory).toString());
    if (program("kafka.tools.StorageTool", arguments).waitFor() != 0) {
      throw new ClusterException("the broker's data cannot be prepared; " + tail());
    }
  }

  private LocalBroker launch(String address) throws IOException {
    Process process = program("kafka.Kafka", List.of(configuration(directory).toString()));
    LocalBroker.State state = new LocalBroker.State(address, process.pid());
    LocalBroker broker = new LocalBroker(directory, state);
    boolean up = false;
    try {
      LocalBroker.State.in(directory).write(state);
      awaitAnswer(address, process);
      up = true;
    } finally {
      if (!up) {
        broker.close();
      }
    }
    return broker;
  }

  private Process program(String program, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(LocalBroker.State.marker(directory));
    command.addAll(JVM_FLAGS);
    command.add(
        "-Dlog4j.configurationFile="
            + installation.flinkConfiguration().resolve("log4j.properties").toUri());
    command.add("-cp");
    command.add(installation.kafkaLibraries().resolve("*").toString());
    command.add(program);
    command.addAll(arguments);
    return LocalProcess.launch(
        command, directory, ProcessBuilder.Redirect.appendTo(log(directory).toFile()));
  }

  private void awaitAnswer(String address, Process process) {
    Properties properties = new Properties();
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address);
    properties.put(
        AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
        Math.toIntExact(options.timeout().toMillis()));
    Admin admin = Admin.create(properties);
    try {
      CompletableFuture<?> answer =
          admin.describeCluster().nodes().toCompletionStage().toCompletableFuture();
      CompletableFuture.anyOf(answer, process.onExit()).join();
      if (!process.isAlive()) {
        throw new ClusterException("the broker ended at once; " + tail());
      }
    } catch (CompletionException e) {
      throw new ClusterException(
          "the broker did not answer within %s ms; %s"
              .formatted(options.timeout().toMillis(), tail()),
          e);
    } finally {
      admin.close(Duration.ZERO); // it would wait for an answer that will never come
    }
  }

  private String tail() {
    return new ProcessLog(log(directory)).tail();
  }
}
