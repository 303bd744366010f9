package org.filbert.connectors.kafka;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;
import java.time.DateTimeException;
import java.time.Instant;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/**
 * Start position of a run that does not resume from a checkpoint or savepoint.
 *
 * @param word earliest, latest, committed, or the time of the first record
 */
@JsonClassDescription(Start.ALLOWED)
public record Start(@JsonValue String word) implements Serializable {
  public static final String ALLOWED =
      "earliest, latest, committed or a time such as 2026-11-01T00:00:00Z";

  /** The oldest record that the topic still has. */
  public static final Start EARLIEST = new Start("earliest");

  /** After the newest record. */
  public static final Start LATEST = new Start("latest");

  /** The committed offsets of the consumer group, or else the oldest record. */
  public static final Start COMMITTED = new Start("committed");

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Start {
    if (!isPlace(word)) {
      try {
        word = Instant.parse(word).toString();
      } catch (DateTimeException e) {
        throw new IllegalArgumentException("must be " + ALLOWED + ", found '" + word + "'");
      }
    }
  }

  private static boolean isPlace(String word) {
    return word.equals("earliest") || word.equals("latest") || word.equals("committed");
  }

  /**
   * The same for a run that comes to the topic later: {@link #LATEST} is what is newest when the
   * run begins.
   */
  public Start asOf(Instant begin) {
    return equals(LATEST) ? new Start(begin.toString()) : this;
  }

  @SuppressWarnings("deprecation") // the connector still requires Kafka's deprecated enumeration
  OffsetsInitializer offsets() {
    return switch (word) {
      case "earliest" -> OffsetsInitializer.earliest();
      case "latest" -> OffsetsInitializer.latest();
      case "committed" -> OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST);
      default -> OffsetsInitializer.timestamp(Instant.parse(word).toEpochMilli());
    };
  }
}
