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

/**
 * Passes pieces of sums and of the driver's large messages on to those who get them: a piece comes
 * here once, and leaves for each of them, by the main output if it is for one.
 *
 * <p>The driver can say again what it said before a failure, but not a sum that never came to it.
 * So pieces of sums are remembered until the driver says that their superstep is over, and are
 * passed on again after a restore; who has done the superstep drops them.
 */
final class SpreadOperator extends AbstractStreamOperator<Frame>
    implements OneInputStreamOperator<Frame, Frame> {
  /** What goes to every worker. */
  static final OutputTag<Frame> TO_ALL = new OutputTag<>("to-all", FrameSerializer.TYPE);

  private final MailboxExecutor mailbox;
  private final List<Frame> sums = new ArrayList<>();

  SpreadOperator(StreamOperatorParameters<Frame> parameters) {
    super(parameters);
    this.mailbox = parameters.getMailboxExecutor();
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    RawState.read(context, index(), in -> sums.addAll(FrameSerializer.readAll(in)));
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory) {
    return RawState.tolerant(() -> super.snapshotState(checkpoint, timestamp, options, factory));
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    RawState.write(context, index(), out -> FrameSerializer.writeAll(sums, out));
  }

  @Override
  public void open() {
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
    if (frame.dest() == Frame.ALL) {
      output.collect(TO_ALL, new StreamRecord<>(frame));
    } else {
      output.collect(new StreamRecord<>(frame));
    }
  }

  private int index() {
    return getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
  }
}
