package org.filbert.connectors.kafka;

import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/** Start position of a run that does not resume from a checkpoint or savepoint. */
public enum Start {
  /** The oldest record that the topic still has. */
  EARLIEST,
  /** After the newest record. */
  LATEST,
  /** The committed offsets of the consumer group, or else the oldest record. */
  COMMITTED;

  @SuppressWarnings("deprecation") // the connector still requires Kafka's deprecated enumeration
  OffsetsInitializer offsets() {
    return switch (this) {
      case EARLIEST -> OffsetsInitializer.earliest();
      case LATEST -> OffsetsInitializer.latest();
      case COMMITTED -> OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST);
    };
  }
}
