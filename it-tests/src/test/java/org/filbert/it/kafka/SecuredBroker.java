package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A broker that authenticates clients by SCRAM over TLS with its own certificate. The tests use a
 * second address without security.
 */
final class SecuredBroker extends TopicAccess implements BeforeAllCallback, AfterAllCallback {
  static final String USER = "filbert";
  static final String PASSWORD = "pq7-scram";
  static final String STORE_PASSWORD = "pq8-stores";

  /** Time limit for the start, as a busy machine may take minutes. */
  private static final Duration START = Duration.ofMinutes(5);

  private @Nullable Path directory;
  private @Nullable Process broker;
  private List<String> addresses = List.of();

  @Override
  public void beforeAll(ExtensionContext context)
      throws IOException, InterruptedException, ExecutionException {
    directory = Files.createTempDirectory("filbert-secured");
    addresses = freeAddresses();
    makeCertificate("broker");
    makeCertificate("stranger");
    Path properties = Files.writeString(directory.resolve("server.properties"), properties());
    run(
        java(
            "kafka.tools.StorageTool",
            "format",
            "--cluster-id",
            Uuid.randomUuid().toString(),
            "--config",
            properties.toString()));
    broker = process(java("kafka.Kafka", properties.toString()));
    makeUser();
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
    if (broker != null) {
      broker.destroyForcibly().waitFor();
    }
    try (Stream<Path> files = Files.walk(directory())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Override
  String address() {
    return addresses.get(0);
  }

  /** The address with authentication. */
  String securedAddress() {
    return addresses.get(1);
  }

  /** Client properties that let the user in. */
  Map<String, String> clientProperties() {
    return Map.of(
        "security.protocol",
        "SASL_SSL",
        "sasl.mechanism",
        "SCRAM-SHA-512",
        "sasl.jaas.config",
        login(PASSWORD),
        "ssl.truststore.location",
        truststore("broker").toString(),
        "ssl.truststore.password",
        STORE_PASSWORD);
  }

  static String login(String password) {
    return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\" password=\"%s\";"
        .formatted(USER, password);
  }

  /** Trust in the certificate of the {@code broker}, or in that of a {@code stranger}. */
  Path truststore(String owner) {
    return directory().resolve(owner + "-trust.p12");
  }

  private Path keystore(String owner) {
    return directory().resolve(owner + ".p12");
  }

  private Path directory() {
    if (directory == null) {
      throw new IllegalStateException("not started");
    }
    return directory;
  }

  private static List<String> freeAddresses() throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    return sockets.stream().map(socket -> "127.0.0.1:" + socket.getLocalPort()).toList();
  }

  private String properties() throws IOException {
    return Files.readString(KafkaBroker.INSTALLATION.kafkaConfiguration())
        + """
        listeners=PLAINTEXT://%1$s,SECURED://%2$s,CONTROLLER://%3$s
        advertised.listeners=PLAINTEXT://%1$s,SECURED://%2$s
        listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SECURED:SASL_SSL,CONTROLLER:PLAINTEXT
        controller.quorum.voters=1@%3$s
        log.dirs=%4$s
        listener.name.secured.sasl.enabled.mechanisms=SCRAM-SHA-512
        listener.name.secured.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
        listener.name.secured.ssl.keystore.location=%5$s
        listener.name.secured.ssl.keystore.password=%6$s
        """
            .formatted(
                addresses.get(0),
                addresses.get(1),
                addresses.get(2),
                directory().resolve("data"),
                keystore("broker"),
                STORE_PASSWORD);
  }

  private void makeCertificate(String owner) throws IOException, InterruptedException {
    Path certificate = directory().resolve(owner + ".pem");
    String options = "-genkeypair -keyalg EC -validity 2 -dname CN=%s -ext san=ip:127.0.0.1";
    keytool(owner, keystore(owner), options.formatted(owner).split(" "));
    keytool(owner, keystore(owner), "-exportcert", "-file", certificate.toString());
    keytool(owner, truststore(owner), "-importcert", "-noprompt", "-file", certificate.toString());
  }

  private void keytool(String alias, Path store, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program("keytool"), "-alias", alias));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", STORE_PASSWORD));
    command.addAll(List.of(arguments));
    run(command);
  }

  private void makeUser() throws ExecutionException, InterruptedException {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", address());
    properties.put("default.api.timeout.ms", "" + START.toMillis());
    try (Admin admin = Admin.create(properties)) {
      ScramCredentialInfo kind = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
      admin
          .alterUserScramCredentials(
              List.of(new UserScramCredentialUpsertion(USER, kind, PASSWORD)))
          .all()
          .get(); // tries again until the broker is up
    }
  }

  private static String program(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  private static List<String> java(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                program("java"),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-Dlog4j.configurationFile="
                    + KafkaBroker.INSTALLATION
                        .flinkConfiguration()
                        .resolve("log4j.properties")
                        .toUri(),
                "-cp",
                KafkaBroker.INSTALLATION.kafkaLibraries().resolve("*").toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  private Process process(List<String> command) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
        .start();
  }

  private Path log() {
    return directory().resolve("log");
  }

  private void run(List<String> command) throws IOException, InterruptedException {
    int exitCode = process(command).waitFor();
    assertThat(exitCode).as("%s: %s", command, Files.readString(log())).isZero();
  }
}
