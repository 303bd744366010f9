package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.filbert.connectors.kafka.BrokerCheck;
import org.filbert.connectors.kafka.KafkaConnection;
import org.filbert.it.CapturedLog;
import org.filbert.it.CommandLineRun;
import org.filbert.it.SharedFlink;
import org.filbert.it.kafka.TopicAccess.Message;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Learning from a broker that requires TLS and a password. */
@Timeout(300)
class SecuredKafkaTest {
  @RegisterExtension static final SecuredBroker BROKER = new SecuredBroker();

  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final String[] SECRETS = {SecuredBroker.PASSWORD, SecuredBroker.STORE_PASSWORD};
  private static final int ROWS = 40;

  @TempDir Path directory;
  @TempDir Path configurations;

  @BeforeAll
  static void createTopics() throws InterruptedException {
    BROKER.createTopics(1, "rows", "scored", "rejected");
  }

  /** A configuration with the client properties, some of them changed. */
  private Path configuration(Map<String, String> changes) throws IOException {
    Map<String, String> properties = new HashMap<>(BROKER.clientProperties());
    properties.putAll(changes);
    StringBuilder lines = new StringBuilder();
    properties.forEach((key, value) -> lines.append("\n      %s: '%s'".formatted(key, value)));
    return Files.writeString(
        configurations.resolve("secured.yaml"),
        """
        name: secured
        parallelism: 2
        task: classification
        input:
          kafka:
            bootstrapServers: %s
            topic: rows
            record: {type: csv, label: "1"}
            properties: %s
        output: {kafka: {predictions: scored, deadLetters: rejected}}
        rows: {features: 2, classes: [left, right]}
        kernel: {type: gaussian, sigma: 1}
        learner: {blockSize: 8, step: {type: constant, gamma: 1}}
        batch: {size: 10, maxDelay: 1h}
        progressive: {every: 10, growth: fixed}
        snapshots: {every: 20}
        backend: {blas: java}
        checkpoint: {interval: 100ms}
        store: %s
        """
            .formatted(BROKER.securedAddress(), lines, directory.resolve("store")));
  }

  private CommandLineRun train(Map<String, String> changes) throws IOException {
    return CommandLineRun.of(
        "train-online",
        configuration(changes).toString(),
        "--out",
        directory.resolve("run").toString());
  }

  @Test
  void learnsAndTellsNoSecrets() throws Exception {
    try (CapturedLog log = new CapturedLog()) {
      OnlineConfig config =
          new ConfigLoader().load(configuration(Map.of()), List.of(), OnlineConfig.class);
      JobClient job =
          new OnlineJob(config, ProjectPaths.ofProcess(), new Configuration())
              .start(directory.resolve("run").toString());
      BROKER.send("rows", messages());
      BROKER.await("scored", records -> records.size() >= ROWS);
      BROKER.await("rejected", records -> records.size() >= 1);
      job.stopWithSavepoint(
              false, directory.resolve("savepoint").toString(), SavepointFormatType.CANONICAL)
          .get();
      job.getJobExecutionResult().get();
      assertThat(log.text()).contains("SCRAM-SHA-512").doesNotContain(SECRETS);
    }
    Path run = directory.resolve("run");
    assertThat(run.resolve("config.yaml")).content().contains("(hidden)", "SCRAM-SHA-512");
    assertThat(run.resolve("report.html")).content().contains("(hidden)");
    assertThat(directory.resolve("store/secured")).isDirectoryContaining("glob:**2");
    assertThat(Contents.below(directory))
        .allSatisfy((file, content) -> assertThat(content).as(file).doesNotContain(SECRETS));
  }

  private static List<Message> messages() {
    List<Message> messages =
        new ArrayList<>(
            IntStream.range(0, ROWS)
                .mapToObj(i -> Message.of("row" + i, (i % 2 == 0 ? "left,0," : "right,1,") + i))
                .toList());
    messages.add(Message.of("bad", "up,1,2"));
    return messages;
  }

  private CommandLineRun assertRefused(Map<String, String> changes, String message)
      throws IOException {
    try (CapturedLog log = new CapturedLog()) {
      CommandLineRun run = train(changes);
      run.assertRefused("kafka " + BROKER.securedAddress() + ": " + message);
      assertThat(run.err() + run.out() + log.text()).doesNotContain(SECRETS).doesNotContain("pq9");
      assertThat(directory.resolve("run")).doesNotExist();
      return run;
    }
  }

  @Test
  void aWrongPasswordIsTold() throws IOException {
    assertRefused(
        Map.of("sasl.jaas.config", SecuredBroker.login("pq9")),
        "found the log-in refused: Authentication failed");
  }

  @Test
  void aClientWithoutTlsGetsNoAnswer() {
    KafkaConnection plain = new KafkaConnection(BROKER.securedAddress(), Map.of());
    try (BrokerCheck check = new BrokerCheck(plain, Duration.ofSeconds(1))) {
      assertThatThrownBy(() -> check.requireTopics(List.of("rows")))
          .hasMessage("kafka %s: found no broker that answers within 1 s", BROKER.securedAddress());
    }
  }

  @Test
  void aCertificateThatIsNotTrustedIsTold() throws IOException {
    CommandLineRun run =
        assertRefused(
            Map.of("ssl.truststore.location", BROKER.truststore("stranger").toString()),
            "found the TLS connection refused: ");
    // Newer versions of Java put TLS's own name of the reason before it.
    assertThat(run.err().replace("(certificate_unknown) ", ""))
        .contains(
            "found the TLS connection refused: PKIX path building failed:"
                + " sun.security.provider.certpath.SunCertPathBuilderException: unable to find"
                + " valid certification path to requested target");
  }

  @Test
  void aTruststoreThatIsMissingIsTold() throws IOException {
    assertRefused(
        Map.of("ssl.truststore.location", "/nowhere/truststore.p12"),
        "found settings that cannot be used: Failed to load SSL keystore /nowhere/truststore.p12 of"
            + " type JKS: no such file");
  }

  @Test
  void aTruststoreOfAnotherPasswordIsTold() throws IOException {
    assertRefused(
        Map.of("ssl.truststore.password", "pq9"),
        "found settings that cannot be used: Failed to load SSL keystore %s of type JKS: keystore password was incorrect"
            .formatted(BROKER.truststore("broker")));
  }
}
