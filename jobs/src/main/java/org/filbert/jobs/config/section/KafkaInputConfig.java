package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Optional;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.kafka.End;
import org.filbert.connectors.kafka.KafkaConnection;
import org.filbert.connectors.kafka.RecordFormat;
import org.filbert.connectors.kafka.Start;
import org.filbert.connectors.text.Csv;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka topic that rows come from. A row's id is its record's key, or partition and offset.
 *
 * @param bootstrapServers Brokers as {@code host:port}, several separated by commas.
 * @param topic Topic of the rows.
 * @param labels Topic of labels that come later; needs {@code rows.labelDelay}.
 * @param groupId Consumer group. Default: the name of the run
 * @param start Where a new run begins to read: the oldest record, after the newest, the group's
 *     committed offsets, or the first record of that time or later.
 * @param end Whether the run ends after the newest record that there is when it comes to the topic.
 * @param record How the value of a record is written: a format without documents.
 * @param properties Settings of Kafka's clients by their own names, for input and output; values
 *     are text.
 */
public record KafkaInputConfig(
    String bootstrapServers,
    String topic,
    Optional<String> labels,
    Optional<String> groupId,
    @JsonProperty(defaultValue = "earliest") Start start,
    @JsonProperty(defaultValue = "never") End end,
    DataFormat record,
    @JsonProperty(defaultValue = "{}") KafkaProperties properties) {
  public KafkaInputConfig {
    requireText("topic", topic);
    labels.ifPresent(value -> requireText("labels", value));
    groupId.ifPresent(value -> requireText("groupId", value));
    new KafkaConnection(bootstrapServers, properties.values()); // checks them
  }

  /** The same for a run that began at this time and comes to the topic later. */
  public KafkaInputConfig asOf(Instant begin) {
    return new KafkaInputConfig(
        bootstrapServers, topic, labels, groupId, start.asOf(begin), end, record, properties);
  }

  /** The brokers of input and output. */
  public KafkaConnection connection() {
    return new KafkaConnection(bootstrapServers, properties.values());
  }

  /**
   * The format of the records. The number of a CSV record's columns is fixed; what happens to other
   * records with more or fewer features is decided later.
   *
   * @param columns whose cells are taken as they stand; null for numbers
   */
  public RecordFormat format(TaskKind task, int features, @Nullable CellColumns columns) {
    return new RecordFormat(
        record, record instanceof Csv && columns == null ? features : null, task, columns);
  }

  static void requireText(String key, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(key + " is empty, must be a name");
    }
  }
}
