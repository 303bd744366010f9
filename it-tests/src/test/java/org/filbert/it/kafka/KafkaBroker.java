package org.filbert.it.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.kafka.LocalBroker;
import org.filbert.jobs.kafka.LocalBrokerOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker process that the test classes of this JVM share. It leaves nothing behind. */
final class KafkaBroker extends TopicAccess implements BeforeAllCallback {
  static final Installation INSTALLATION =
      new Installation(Path.of("..").toAbsolutePath().normalize());

  private @Nullable Shared shared;

  /** The running broker; JUnit closes it after the last test. */
  private static final class Shared implements AutoCloseable {
    private final Path directory;
    private LocalBroker broker;

    Shared() {
      try {
        directory = Files.createTempDirectory("filbert-kafka");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      broker = start(0);
    }

    private LocalBroker start(int port) {
      try {
        return LocalBroker.start(
            new LocalBrokerOptions(directory, port, Duration.ofSeconds(600)), INSTALLATION);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      broker.close();
      LocalBroker.delete(directory);
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    shared =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.GLOBAL)
            .getOrComputeIfAbsent(Shared.class, key -> new Shared(), Shared.class);
  }

  @Override
  String address() {
    return shared().broker.bootstrapServers();
  }

  /** Shuts the broker down. Its data stay on disk. */
  void stop() {
    shared().broker.close();
  }

  /** Starts the stopped broker again, at the same address. */
  void restart() {
    shared().broker = shared().start(Integer.parseInt(address().split(":")[1]));
  }

  private Shared shared() {
    if (shared == null) {
      throw new IllegalStateException("not started");
    }
    return shared;
  }
}
