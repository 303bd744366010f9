package org.filbert.jobs.kafka;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Options of a local broker.
 *
 * @param directory for its configuration, log, data and state
 * @param port for clients on 127.0.0.1; 0 chooses a free port
 * @param timeout until the broker answers
 */
public record LocalBrokerOptions(Path directory, int port, Duration timeout) {
  public LocalBrokerOptions {
    directory = directory.toAbsolutePath().normalize();
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port: " + port + ", must be from 0 to 65535");
    }
  }
}
