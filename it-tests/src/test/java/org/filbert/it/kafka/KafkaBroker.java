package org.filbert.it.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.kafka.LocalBroker;
import org.filbert.jobs.kafka.LocalBrokerOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker process for the tests of a class. It leaves nothing behind. */
final class KafkaBroker extends TopicAccess implements BeforeAllCallback, AfterAllCallback {
  static final Installation INSTALLATION =
      new Installation(Path.of("..").toAbsolutePath().normalize());

  private @Nullable Path directory;
  private @Nullable LocalBroker broker;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
    directory = Files.createTempDirectory("filbert-kafka");
    broker = start(0);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stop();
    LocalBroker.delete(directory());
  }

  @Override
  String address() {
    return running().bootstrapServers();
  }

  /** Shuts the broker down. Its data stay on disk. */
  void stop() {
    running().close();
  }

  /** Starts the stopped broker again, at the same address. */
  void restart() throws InterruptedException {
    broker = start(Integer.parseInt(address().split(":")[1]));
  }

  private LocalBroker start(int port) throws InterruptedException {
    return LocalBroker.start(
        new LocalBrokerOptions(directory(), port, Duration.ofSeconds(600)), INSTALLATION);
  }

  private Path directory() {
    if (directory == null) {
      throw new IllegalStateException("not started");
    }
    return directory;
  }

  private LocalBroker running() {
    if (broker == null) {
      throw new IllegalStateException("not started");
    }
    return broker;
  }
}
