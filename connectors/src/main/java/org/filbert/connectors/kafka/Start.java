package org.filbert.connectors.kafka;

import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/** Where reading begins in a run that does not go on from a checkpoint or savepoint. */
public enum Start {
  /** At the oldest record that the topic still has. */
  EARLIEST,
  /** After the newest record. */
  LATEST,
  /** At the offsets that the consumer group has committed; where there are none, at the oldest. */
  COMMITTED;

  @SuppressWarnings("deprecation") // the connector still asks for Kafka's old enumeration
  OffsetsInitializer offsets() {
    return switch (this) {
      case EARLIEST -> OffsetsInitializer.earliest();
      case LATEST -> OffsetsInitializer.latest();
      case COMMITTED -> OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST);
    };
  }
}
