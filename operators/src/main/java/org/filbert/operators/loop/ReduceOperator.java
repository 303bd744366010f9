package org.filbert.operators.loop;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameSerializer;
import org.filbert.operators.loop.internal.frames.HeldFrames;
import org.filbert.operators.loop.internal.frames.SumCodec;
import org.filbert.operators.loop.spec.Loop;
import org.filbert.operators.loop.state.RawState;
import org.jspecify.annotations.Nullable;

/**
 * Adds the pieces of sums when all workers' pieces have arrived. Sums for workers leave by the side
 * output. Sums for the driver and forwarded answers leave by the main output.
 */
final class ReduceOperator extends AbstractStreamOperator<Frame>
    implements OneInputStreamOperator<Frame, Frame> {
  static final OutputTag<Frame> TO_WORKERS = new OutputTag<>("to-workers", FrameSerializer.TYPE);

  private final int workers;
  private final Stopwatch adding = new Stopwatch();
  private final Map<Place, @Nullable Frame[]> open = new HashMap<>();

  ReduceOperator(Loop loop) {
    this.workers = loop.placement().workers();
  }

  @Override
  public void open() {
    adding.register(getMetricGroup(), "sumSeconds");
  }

  /** Identifies a piece, as supersteps do not overlap. */
  private record Place(int dest, int chunk) {}

  /** The subtask that adds a piece. */
  static int subtask(Frame frame) {
    return frame.chunk() + Math.max(0, frame.dest());
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    HeldFrames.read(context, this).forEach(this::hold);
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory) {
    return RawState.tolerant(() -> super.snapshotState(checkpoint, timestamp, options, factory));
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    List<Frame> held =
        open.values().stream().flatMap(Arrays::stream).filter(Objects::nonNull).toList();
    HeldFrames.write(context, this, held);
  }

  @Override
  public void processElement(StreamRecord<Frame> element) {
    Frame frame = element.getValue();
    if (frame.kind() != Frame.Kind.SUM) {
      output.collect(element);
      return;
    }
    Frame[] summands = hold(frame);
    for (Frame summand : summands) {
      if (summand == null) {
        return;
      }
    }
    open.remove(place(frame));
    long start = System.nanoTime();
    StreamRecord<Frame> sum = new StreamRecord<>(SumCodec.add(summands));
    adding.since(start);
    if (frame.dest() == Frame.DRIVER) {
      output.collect(sum);
    } else {
      output.collect(TO_WORKERS, sum);
    }
  }

  private @Nullable Frame[] hold(Frame frame) {
    if (frame.source() < 0 || frame.source() >= workers) {
      throw new IllegalStateException(frame + " came to the sums of " + workers + " workers");
    }
    Frame[] summands = open.computeIfAbsent(place(frame), place -> new Frame[workers]);
    summands[frame.source()] = frame;
    return summands;
  }

  private static Place place(Frame frame) {
    return new Place(frame.dest(), frame.chunk());
  }
}
