package org.filbert.connectors.kafka;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.filbert.connectors.stream.Arrival;
import org.jspecify.annotations.Nullable;

/**
 * Reads what topics hold when it begins, and ends, after a restore too. Ends of partitions are
 * looked up once and are in checkpoints.
 *
 * <p>Implementation note: {@link OffsetsInitializer#latest()} leaves the end to the reader, which
 * looks it up anew after a restore. And the connector's enumerator, when it is restored and finds
 * no new partition, never tells the readers that there are no more (as of version 5.0.0), so that
 * they wait for ever.
 */
final class BoundedTopic implements Source<Arrival, KafkaPartitionSplit, KafkaSourceEnumState> {
  private static final long serialVersionUID = 1L;

  private final KafkaSource<Arrival> topic;

  BoundedTopic(KafkaSourceBuilder<Arrival> topic) {
    this.topic = topic.setBounded(new Newest()).build();
  }

  /** The ends of the partitions, as numbers. */
  private record Newest() implements OffsetsInitializer {
    @Override
    public Map<TopicPartition, Long> getPartitionOffsets(
        Collection<TopicPartition> partitions, PartitionOffsetsRetriever retriever) {
      return retriever.endOffsets(partitions);
    }

    @SuppressWarnings("deprecation") // the connector still requires Kafka's deprecated enumeration
    @Override
    public OffsetResetStrategy getAutoOffsetResetStrategy() {
      return OffsetResetStrategy.NONE; // asked of a start alone
    }
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<Arrival, KafkaPartitionSplit> createReader(SourceReaderContext context)
      throws Exception {
    return topic.createReader(context);
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context) {
    return topic.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState state)
      throws IOException {
    SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restored =
        topic.restoreEnumerator(context, state);
    return state.initialDiscoveryFinished()
        ? new KnownPartitions(restored, context, List.copyOf(state.unassignedSplits()))
        : restored;
  }

  @Override
  public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
    return topic.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
    return topic.getEnumeratorCheckpointSerializer();
  }

  /**
   * Deals out partitions that a checkpoint knows, and looks for no others.
   *
   * @param connector its enumerator, which is not started
   * @param unassigned partitions that no reader had
   */
  private record KnownPartitions(
      SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> connector,
      SplitEnumeratorContext<KafkaPartitionSplit> context,
      List<KafkaPartitionSplit> unassigned)
      implements SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> {
    private static final int NO_READER = -1;

    @Override
    public void start() {
      connector.addSplitsBack(unassigned, NO_READER);
    }

    @Override
    public void handleSplitRequest(int reader, @Nullable String host) {
      connector.handleSplitRequest(reader, host);
    }

    @Override
    public void addSplitsBack(List<KafkaPartitionSplit> splits, int reader) {
      connector.addSplitsBack(splits, reader);
    }

    @Override
    public void addReader(int reader) {
      connector.addReader(reader);
      context.signalNoMoreSplits(reader);
    }

    @Override
    public KafkaSourceEnumState snapshotState(long checkpoint) throws Exception {
      return connector.snapshotState(checkpoint);
    }

    @Override
    public void close() throws IOException {
      connector.close();
    }
  }
}
