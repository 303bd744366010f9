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
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.filbert.operators.loop.internal.frames.Feedback;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.Incoming;
import org.filbert.operators.loop.internal.frames.Subtask;
import org.filbert.operators.loop.spec.Attempts;
import org.filbert.operators.loop.spec.StreamSpec;
import org.filbert.operators.loop.state.DriverState;
import org.filbert.operators.loop.state.RawState;
import org.filbert.operators.loop.state.StateFormat;
import org.filbert.workers.Stepped;
import org.filbert.workers.StreamProgram;
import org.jspecify.annotations.Nullable;

/**
 * The driver of a stream. It works as {@link DriverOperator}, with batches as a second input.
 *
 * <p>A checkpoint contains the program's last state, the unfinished batches, the first of which may
 * be in progress, and the answers since that state. The outputs of a step leave in the mail that
 * makes its state the last one, so that a checkpoint contains both or neither. After the start and
 * each finished batch, the gate in front of the driver may let another one through.
 */
final class StreamDriverOperator<S, B, O> extends AbstractStreamOperator<Frame>
    implements TwoInputStreamOperator<Frame, B, Frame>, BoundedMultiInput {
  private final StreamSpec<S, B, O> spec;
  private final OutputTag<O> outputs;
  private final MailboxExecutor mailbox;
  private final ProgramRun<S> run;
  private final CheckpointWatch watch;
  private final Runnable atEnd;

  private boolean ending;
  private boolean finished;
  private final Queue<B> unfinished = new ArrayDeque<>();

  /** Batches for the program; empty marks the end. */
  private final BlockingQueue<Optional<B>> arrived = new LinkedBlockingQueue<>();

  private Feedback.@Nullable Channel gate;

  /**
   * @param atEnd runs after the last output
   */
  StreamDriverOperator(
      StreamOperatorParameters<Frame> parameters,
      StreamSpec<S, B, O> spec,
      OutputTag<O> outputs,
      Runnable atEnd) {
    super(parameters);
    this.spec = spec;
    this.outputs = outputs;
    this.mailbox = parameters.getMailboxExecutor();
    this.run = new ProgramRun<>(spec, mailbox, output, 1);
    this.watch = CheckpointWatch.of(spec, this);
    this.atEnd = atEnd;
  }

  @Override
  public void open() {
    run.metrics().register(getMetricGroup());
    getMetricGroup().gauge("waitingBatches", (Gauge<Integer>) arrived::size);
    gate = Feedback.open(GateOperator.channelKey(getRuntimeContext(), spec));
    if (run.started()) {
      giveCredits();
    }
    if (finished) {
      mailbox.execute(this::end, "end again");
      return;
    }
    unfinished.forEach(batch -> arrived.add(Optional.of(batch)));
    Failures failures =
        new Failures(spec, Attempts.of(spec, getRuntimeContext(), Attempts.Mark.NONE));
    run.start(getUserCodeClassloader(), failures::of, this::runProgram);
  }

  private void giveCredits() {
    for (int credits = GateOperator.BATCHES - unfinished.size(); credits > 0; credits--) {
      Subtask.opened(gate).put(Frame.CREDIT);
    }
  }

  @Override
  public void processElement1(StreamRecord<Frame> element) {
    Incoming complete = run.add(element.getValue());
    if (complete != null) {
      run.deliver(complete);
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
      ending = true;
      arrived.add(Optional.empty());
    }
  }

  /** Runs on the program's thread. */
  private void runProgram(FlinkWorkers onWorkers, @Nullable S from) {
    StreamProgram<S, B, O> program = spec.program();
    S current = from;
    if (current == null) {
      S started = program.start(onWorkers);
      int step = onWorkers.step();
      mailbox.execute(() -> begin(started, step), "first state");
      current = started;
    }
    for (Optional<B> batch = next(onWorkers); batch.isPresent(); batch = next(onWorkers)) {
      Stepped<S, O> stepped = program.step(current, batch.get(), onWorkers);
      int step = onWorkers.step();
      mailbox.execute(() -> finishBatch(stepped, step), "state after superstep %s", step);
      current = stepped.state();
    }
    List<O> last = program.finish(current, onWorkers);
    mailbox.execute(() -> finish(last), "end");
  }

  private Optional<B> next(FlinkWorkers onWorkers) {
    try {
      Optional<B> next = arrived.take();
      onWorkers.resumed();
      return next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverStoppedException(e);
    }
  }

  private void begin(S started, int step) {
    run.commit(started, step);
    giveCredits();
  }

  private void finishBatch(Stepped<S, O> stepped, int step) {
    run.commit(stepped.state(), step);
    unfinished.remove();
    emitOutputs(stepped.outputs());
    Subtask.opened(gate).put(Frame.CREDIT);
  }

  private void finish(List<O> last) {
    finished = true;
    emitOutputs(last);
    end();
  }

  private void end() {
    run.end();
    atEnd.run();
  }

  private void emitOutputs(List<O> values) {
    values.forEach(value -> output.collect(outputs, new StreamRecord<>(value)));
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory) {
    watch.taken(checkpoint);
    return RawState.behind(
        () -> super.snapshotState(checkpoint, timestamp, options, factory),
        factory,
        getContainingTask().getCancelables(),
        run.snapshot(
            true,
            finished,
            Attempts.Mark.NONE,
            unfinished,
            new DriverState.Layout(
                spec.placement().workers(),
                finished || (run.started() && unfinished.isEmpty() && !ending))));
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    RawState.read(context, 0, this::read);
  }

  private void read(DataInputViewStreamWrapper in) throws IOException {
    DriverState state = run.read(in);
    DriverState.Layout before = state.layout();
    if (before != null && !before.idle() && before.workers() != spec.placement().workers()) {
      throw StateFormat.refused(
          "the checkpoint was taken within a step of %s workers, as the stream ended: go on with parallelism %s, found %s"
              .formatted(before.workers(), before.workers(), spec.placement().workers()),
          null);
    }
    finished = state.ended();
    for (Object batch : state.batches()) {
      unfinished.add(spec.batchType().cast(batch));
    }
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    super.notifyCheckpointComplete(checkpoint);
    watch.completed(checkpoint);
  }

  @Override
  public void notifyCheckpointAborted(long checkpoint) throws Exception {
    super.notifyCheckpointAborted(checkpoint);
    watch.aborted(checkpoint);
  }

  @Override
  public void close() throws Exception {
    run.stop();
    if (gate != null) {
      gate.close();
    }
    super.close();
  }
}
