package org.filbert.operators.loop;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.filbert.workers.Stepped;
import org.filbert.workers.StreamProgram;
import org.jspecify.annotations.Nullable;

/**
 * The driver of a stream: as {@link DriverOperator}, with the batches as a second input.
 *
 * <p>A checkpoint holds the program's last state, the batches that it has not finished, the first
 * of which may be under way, and the answers since that state. A step's outputs leave in the same
 * mail that makes its state the last one, so that a checkpoint sees both or neither. For every
 * batch that is done the gate in front of the driver may let through another.
 */
final class StreamDriverOperator<S, B, O> extends AbstractStreamOperator<Frame>
    implements TwoInputStreamOperator<Frame, B, Frame>, BoundedMultiInput {
  private final StreamSpec<S, B, O> spec;
  private final OutputTag<O> outputs;
  private final MailboxExecutor mailbox;
  private final FrameCodec codec;
  private final int workers;
  private final AnswerLog answers;
  private final ProgramThread thread;

  private boolean finished;
  private @Nullable S state;
  private final Queue<B> unfinished = new ArrayDeque<>();

  /** The batches on their way to the program; empty stands for the end. */
  private final BlockingQueue<Optional<B>> arrived = new LinkedBlockingQueue<>();

  private @Nullable FlinkWorkers flinkWorkers;
  private Feedback.@Nullable Channel gate;

  StreamDriverOperator(
      StreamOperatorParameters<Frame> parameters, StreamSpec<S, B, O> spec, OutputTag<O> outputs) {
    super(parameters);
    this.spec = spec;
    this.outputs = outputs;
    this.mailbox = parameters.getMailboxExecutor();
    this.codec = new FrameCodec(spec.messages());
    this.workers = spec.placement().workers();
    this.answers = new AnswerLog(workers, 1);
    this.thread = new ProgramThread(spec, mailbox);
  }

  @Override
  public void open() {
    gate = Feedback.open(GateOperator.channelKey(getRuntimeContext(), spec));
    for (int credits = GateOperator.BATCHES - unfinished.size(); credits > 0; credits--) {
      gate.put(Frame.CREDIT);
    }
    if (finished) {
      mailbox.execute(() -> emit(List.of(Frame.END)), "end again");
      return;
    }
    unfinished.forEach(batch -> arrived.add(Optional.of(batch)));
    FlinkWorkers newWorkers =
        new FlinkWorkers(
            workers,
            new FrameCodec(spec.messages()),
            (step, frames) -> mailbox.execute(() -> emit(frames), "superstep %s", step),
            answers.stepAtState(),
            answers.recorded());
    flinkWorkers = newWorkers;
    S from = state;
    thread.start(getUserCodeClassloader(), () -> runProgram(newWorkers, from));
  }

  @Override
  public void processElement1(StreamRecord<Frame> element) {
    Incoming complete = answers.add(element.getValue());
    if (complete != null) {
      answers.record(complete);
      Subtask.opened(flinkWorkers).deliver(complete);
    }
  }

  @Override
  public void processElement2(StreamRecord<B> element) {
    unfinished.add(element.getValue());
    arrived.add(Optional.of(element.getValue()));
  }

  @Override
  public void endInput(int input) {
    if (input == 2) {
      arrived.add(Optional.empty());
    }
  }

  /** On the program's thread. */
  private void runProgram(FlinkWorkers onWorkers, @Nullable S from) {
    StreamProgram<S, B, O> program = spec.program();
    S current = from;
    if (current == null) {
      S started = program.start(onWorkers);
      int step = onWorkers.step();
      mailbox.execute(() -> commit(started, step), "first state");
      current = started;
    }
    for (Optional<B> batch = next(); batch.isPresent(); batch = next()) {
      Stepped<S, O> stepped = program.step(current, batch.get(), onWorkers);
      int step = onWorkers.step();
      mailbox.execute(() -> finishBatch(stepped, step), "state after superstep %s", step);
      current = stepped.state();
    }
    List<O> last = program.finish(current, onWorkers);
    mailbox.execute(() -> finish(last), "end");
  }

  private Optional<B> next() {
    try {
      return arrived.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverStoppedException(e);
    }
  }

  private void commit(S reached, int step) {
    state = reached;
    answers.commit(step);
  }

  private void finishBatch(Stepped<S, O> stepped, int step) {
    commit(stepped.state(), step);
    unfinished.remove();
    emitOutputs(stepped.outputs());
    Subtask.opened(gate).put(Frame.CREDIT);
  }

  private void finish(List<O> last) {
    finished = true;
    emitOutputs(last);
    emit(List.of(Frame.END));
  }

  private void emitOutputs(List<O> values) {
    values.forEach(value -> output.collect(outputs, new StreamRecord<>(value)));
  }

  private void emit(List<Frame> frames) {
    frames.forEach(frame -> output.collect(new StreamRecord<>(frame)));
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    RawState.write(context, 0, this::write);
  }

  private void write(DataOutputViewStreamWrapper out) throws IOException {
    out.writeBoolean(finished);
    out.writeBoolean(state != null);
    if (state != null) {
      codec.kryo().write(out, state);
    }
    out.writeInt(unfinished.size());
    for (B batch : unfinished) {
      codec.kryo().write(out, batch);
    }
    answers.write(out);
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    RawState.read(context, 0, this::read);
  }

  @SuppressWarnings("unchecked") // written by this operator for the same program
  private void read(DataInputViewStreamWrapper in) throws IOException {
    finished = in.readBoolean();
    state = in.readBoolean() ? (S) codec.kryo().read(in, Object.class) : null;
    for (int left = in.readInt(); left > 0; left--) {
      unfinished.add(codec.kryo().read(in, spec.batchType()));
    }
    answers.read(in);
  }

  @Override
  public void close() throws Exception {
    thread.stop();
    if (gate != null) {
      gate.close();
    }
    super.close();
  }
}
