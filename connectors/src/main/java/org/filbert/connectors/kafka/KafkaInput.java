package org.filbert.connectors.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.RowRule;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows from a topic. The id of a row is its record's key or, without one, {@code
 * partition-offset}.
 *
 * @param labels topic of labels that arrive later: the key is the row's id, the value the label;
 *     null if there is none
 * @param groupId consumer group, for committed offsets
 * @param rule requirements on rows and labels
 * @param onBadRecord whether a record that cannot be used fails the job or is passed on as rejected
 */
public record KafkaInput(
    KafkaConnection connection,
    String topic,
    @Nullable String labels,
    String groupId,
    Start start,
    End end,
    RecordFormat format,
    RowRule rule,
    OnBadRecord onBadRecord) {
  public KafkaInput {
    if (topic.equals(labels)) {
      throw new IllegalArgumentException(
          "labels: found the topic of the rows, " + topic + ", allowed another");
    }
  }

  /** All input topics. */
  public List<String> topics() {
    List<String> topics = new ArrayList<>(List.of(topic));
    if (labels != null) {
      topics.add(labels);
    }
    return topics;
  }

  /** A source whose offsets are in checkpoints. */
  public Source<Arrival, ?, ?> source() {
    return end == End.LATEST ? new BoundedTopic(builder()) : builder().build();
  }

  KafkaSourceBuilder<Arrival> builder() {
    Properties properties = connection.clientProperties();
    properties.putIfAbsent("isolation.level", "read_committed");
    return KafkaSource.<Arrival>builder()
        .setProperties(properties)
        .setTopics(topics())
        .setGroupId(groupId)
        .setStartingOffsets(start.offsets())
        .setDeserializer(new ArrivalReader(format, labels, rule, onBadRecord));
  }
}
