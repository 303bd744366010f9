package org.filbert.operators.loop;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameSerializer;
import org.filbert.operators.loop.internal.frames.HeldFrames;
import org.filbert.operators.loop.state.RawState;

/**
 * Passes on pieces of sums and of the driver's large messages. A piece arrives once and is sent to
 * each recipient, by the main output if there is a single one.
 *
 * <p>After a failure the driver can repeat its messages, but not a sum that never reached it.
 * Pieces of sums are therefore kept until the driver reports the end of their superstep, and are
 * sent again after a restore. Recipients that have done the superstep ignore them.
 */
final class SpreadOperator extends AbstractStreamOperator<Frame>
    implements OneInputStreamOperator<Frame, Frame> {
  /** Frames for all workers. */
  static final OutputTag<Frame> TO_ALL = new OutputTag<>("to-all", FrameSerializer.TYPE);

  private final MailboxExecutor mailbox;
  private final List<Frame> sums = new ArrayList<>();
  private final Stopwatch passing = new Stopwatch();

  SpreadOperator(StreamOperatorParameters<Frame> parameters) {
    super(parameters);
    this.mailbox = parameters.getMailboxExecutor();
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    sums.addAll(HeldFrames.read(context, this));
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory) {
    return RawState.tolerant(() -> super.snapshotState(checkpoint, timestamp, options, factory));
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    HeldFrames.write(context, this, List.copyOf(sums));
  }

  @Override
  public void open() {
    passing.register(getMetricGroup(), "spreadSeconds");
    List<Frame> again = List.copyOf(sums);
    if (!again.isEmpty()) {
      mailbox.execute(() -> again.forEach(this::pass), "sums again");
    }
  }

  @Override
  public void processElement(StreamRecord<Frame> element) {
    Frame frame = element.getValue();
    if (frame.kind() == Frame.Kind.FORGET) {
      sums.removeIf(sum -> sum.step() <= frame.step());
      return;
    }
    if (frame.kind() == Frame.Kind.SUM) {
      sums.add(frame);
    }
    pass(frame);
  }

  private void pass(Frame frame) {
    long start = System.nanoTime();
    if (frame.dest() == Frame.ALL) {
      output.collect(TO_ALL, new StreamRecord<>(frame));
    } else {
      output.collect(new StreamRecord<>(frame));
    }
    passing.since(start);
  }
}
