package org.filbert.operators.loop;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.filbert.operators.loop.internal.frames.Feedback;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.Subtask;
import org.jspecify.annotations.Nullable;

/**
 * A source that emits nothing. Subtask i runs until head i is told that there are no more tasks. It
 * keeps the head's second input open after the end of the data, and brings it checkpoint barriers.
 */
final class KeepAliveSource
    implements Source<Frame, KeepAliveSource.NoSplit, KeepAliveSource.None> {
  private final String loop;

  KeepAliveSource(String loop) {
    this.loop = loop;
  }

  /** There are no splits. */
  record NoSplit() implements SourceSplit {
    @Override
    public String splitId() {
      return "none";
    }
  }

  /** There is no state. */
  record None() {}

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SplitEnumerator<NoSplit, None> createEnumerator(SplitEnumeratorContext<NoSplit> context) {
    return new NoSplits();
  }

  @Override
  public SplitEnumerator<NoSplit, None> restoreEnumerator(
      SplitEnumeratorContext<NoSplit> context, None checkpoint) {
    return new NoSplits();
  }

  @Override
  public SimpleVersionedSerializer<NoSplit> getSplitSerializer() {
    return new Empty<>(new NoSplit());
  }

  @Override
  public SimpleVersionedSerializer<None> getEnumeratorCheckpointSerializer() {
    return new Empty<>(new None());
  }

  @Override
  public SourceReader<Frame, NoSplit> createReader(SourceReaderContext context) {
    return new Reader(
        Feedback.key(context.metricGroup().getAllVariables(), loop, context.getIndexOfSubtask()));
  }

  private static final class Reader implements SourceReader<Frame, NoSplit> {
    private final String key;
    private Feedback.@Nullable Channel channel;

    Reader(String key) {
      this.key = key;
    }

    @Override
    public void start() {
      channel = Feedback.open(key);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Frame> output) {
      return isAvailable().isDone() ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return Subtask.opened(channel).ended();
    }

    @Override
    public List<NoSplit> snapshotState(long checkpoint) {
      return List.of();
    }

    @Override
    public void addSplits(List<NoSplit> splits) {}

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {
      if (channel != null) {
        channel.close();
      }
    }
  }

  private static final class NoSplits implements SplitEnumerator<NoSplit, None> {
    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int subtask, @Nullable String host) {}

    @Override
    public void addSplitsBack(List<NoSplit> splits, int subtask) {}

    @Override
    public void addReader(int subtask) {}

    @Override
    public None snapshotState(long checkpoint) {
      return new None();
    }

    @Override
    public void close() {}
  }

  private record Empty<T>(T value) implements SimpleVersionedSerializer<T> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(T any) {
      return new byte[0];
    }

    @Override
    public T deserialize(int version, byte[] bytes) {
      return value;
    }
  }
}
