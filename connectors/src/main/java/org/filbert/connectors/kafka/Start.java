package org.filbert.connectors.kafka;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;
import java.time.DateTimeException;
import java.time.Instant;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Start position of a run that does not resume from a checkpoint or savepoint.
 *
 * @param word as it is written in a configuration
 * @param time of the first record; null for another place
 */
@JsonClassDescription(Start.ALLOWED)
public record Start(String word, @Nullable Instant time) implements Serializable {
  public static final String ALLOWED =
      "earliest, latest, committed or a time such as 2026-11-01T00:00:00Z";

  /** The oldest record that the topic still has. */
  public static final Start EARLIEST = new Start("earliest", null);

  /** After the newest record. */
  public static final Start LATEST = new Start("latest", null);

  /** The committed offsets of the consumer group, or else the oldest record. */
  public static final Start COMMITTED = new Start("committed", null);

  /** Reads what a user has written. */
  @JsonCreator
  public static Start parse(String text) {
    return switch (text) {
      case "earliest" -> EARLIEST;
      case "latest" -> LATEST;
      case "committed" -> COMMITTED;
      default -> {
        try {
          yield at(Instant.parse(text));
        } catch (DateTimeException e) {
          throw new IllegalArgumentException("must be " + ALLOWED + ", found '" + text + "'", e);
        }
      }
    };
  }

  /** The first record of this time or later; after the newest record if there is none. */
  public static Start at(Instant time) {
    return new Start(time.toString(), time);
  }

  /**
   * The same for a run that comes to the topic later: {@link #LATEST} is what is newest when the
   * run begins.
   */
  public Start asOf(Instant begin) {
    return equals(LATEST) ? at(begin) : this;
  }

  @SuppressWarnings("deprecation") // the connector still requires Kafka's deprecated enumeration
  OffsetsInitializer offsets() {
    if (time != null) {
      return OffsetsInitializer.timestamp(time.toEpochMilli());
    }
    return switch (word) {
      case "earliest" -> OffsetsInitializer.earliest();
      case "latest" -> OffsetsInitializer.latest();
      default -> OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST);
    };
  }

  @JsonValue
  @Override
  public String toString() {
    return word;
  }
}
