package org.filbert.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.curator.test.TestingServer;

/** A ZooKeeper in this process, and the settings of a highly available cluster that uses it. */
public record HighAvailability(TestingServer zooKeeper, Path storage) implements AutoCloseable {
  /**
   * Starts it.
   *
   * @param storage of the data that ZooKeeper points to
   */
  public static HighAvailability start(Path storage) throws Exception {
    return new HighAvailability(new TestingServer(), storage);
  }

  /** As in {@code conf/flink/config.yaml}, and short heartbeats. */
  public Map<String, String> settings() {
    return Map.of(
        "high-availability.type", "zookeeper",
        "high-availability.zookeeper.quorum", zooKeeper.getConnectString(),
        "high-availability.storageDir", storage.toUri().toString(),
        "high-availability.cluster-id", "/filbert",
        "heartbeat.interval", "500",
        "heartbeat.timeout", "10000",
        "taskmanager.load-balance.mode", "SLOTS");
  }

  @Override
  public void close() throws IOException {
    zooKeeper.close();
  }
}
