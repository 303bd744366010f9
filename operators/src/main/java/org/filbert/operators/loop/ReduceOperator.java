package org.filbert.operators.loop;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/** Adds the chunks of matrix sums once they are there from all workers; lets answers pass. */
final class ReduceOperator extends AbstractStreamOperator<Frame>
    implements OneInputStreamOperator<Frame, Frame> {
  private final int workers;
  private final Map<Integer, @Nullable Frame[]> open = new HashMap<>();

  ReduceOperator(int workers) {
    this.workers = workers;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    RawState.read(
        context,
        index(),
        in -> {
          for (int left = in.readInt(); left > 0; left--) {
            hold(FrameSerializer.INSTANCE.deserialize(in));
          }
        });
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    var held =
        open.values().stream().flatMap(java.util.Arrays::stream).filter(f -> f != null).toList();
    RawState.write(
        context,
        index(),
        out -> {
          out.writeInt(held.size());
          for (Frame frame : held) {
            FrameSerializer.INSTANCE.serialize(frame, out);
          }
        });
  }

  @Override
  public void processElement(StreamRecord<Frame> element) {
    Frame frame = element.getValue();
    if (frame.kind() != Frame.Kind.SUMMAND) {
      output.collect(element);
      return;
    }
    Frame[] summands = hold(frame);
    for (Frame summand : summands) {
      if (summand == null) {
        return;
      }
    }
    open.remove(frame.chunk());
    output.collect(new StreamRecord<>(FrameCodec.add(summands)));
  }

  /** Supersteps do not overlap, so a chunk's number tells it from all others. */
  private @Nullable Frame[] hold(Frame frame) {
    Frame[] summands = open.computeIfAbsent(frame.chunk(), chunk -> new Frame[workers]);
    summands[frame.source()] = frame;
    return summands;
  }

  private int index() {
    return getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
  }
}
