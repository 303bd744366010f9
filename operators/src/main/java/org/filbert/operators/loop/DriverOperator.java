package org.filbert.operators.loop;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.Incoming;
import org.filbert.operators.loop.internal.frames.Subtask;
import org.filbert.operators.loop.spec.Attempts;
import org.filbert.operators.loop.spec.LoopSpec;
import org.filbert.operators.loop.state.DriverState;
import org.filbert.operators.loop.state.RawState;
import org.filbert.workers.Program;
import org.jspecify.annotations.Nullable;

/**
 * Runs the program on its own thread, sends its supersteps as frames, and delivers the answers.
 *
 * <p>A checkpoint contains the program's last state (between two steps), the number of the
 * superstep before it, the answers received since, and the partial answers to the current
 * superstep. After a restore the program continues from that state and gets the recorded answers
 * until it reaches the superstep that was current, which is sent again. Workers that have done it
 * ignore it; their answers have been recorded or are in transit. Only the mailbox thread accesses
 * this operator's fields. The program's thread sends mails.
 */
final class DriverOperator<S, R> extends AbstractStreamOperator<Frame>
    implements OneInputStreamOperator<Frame, Frame> {
  private final LoopSpec<S, R> spec;
  private final MailboxExecutor mailbox;
  private final ProgramRun<S> run;
  private final LoopSpec.Observer<S, R> observer;
  private final CheckpointWatch watch;

  private boolean begun;
  private boolean ended;
  private Attempts.Mark restored = Attempts.Mark.NONE;
  private @Nullable Failures failures;

  DriverOperator(StreamOperatorParameters<Frame> parameters, LoopSpec<S, R> spec) {
    super(parameters);
    this.spec = spec;
    this.mailbox = parameters.getMailboxExecutor();
    this.observer = spec.observer();
    this.run = new ProgramRun<>(spec, mailbox, output, 0);
    this.watch = CheckpointWatch.of(spec, this);
  }

  private Failures failures() {
    return Subtask.opened(failures);
  }

  @Override
  public void open() {
    failures().giveUpIfExhausted();
    run.metrics().register(getMetricGroup());
    if (ended) {
      mailbox.execute(this::end, "end again");
    } else if (begun) {
      startProgram();
    }
  }

  @Override
  public void processElement(StreamRecord<Frame> element) {
    Incoming complete = run.add(element.getValue());
    if (complete == null) {
      return;
    }
    if (!begun) {
      begun = true;
      startProgram();
    } else {
      failures().attempts().cameFurther();
      run.deliver(complete);
    }
  }

  private void startProgram() {
    run.start(getUserCodeClassloader(), failures()::of, this::runProgram);
  }

  /** Runs on the program's thread. */
  private void runProgram(FlinkWorkers onWorkers, @Nullable S from) {
    Program<S, R> program = spec.program();
    S current = from == null ? reach(program.start(onWorkers), onWorkers) : from;
    while (!program.done(current)) {
      current = reach(program.step(current, onWorkers), onWorkers);
    }
    observer.finished(current, program.finish(current, onWorkers));
    mailbox.execute(this::end, "end");
  }

  private S reach(S reached, FlinkWorkers onWorkers) {
    int step = onWorkers.step();
    mailbox.execute(() -> run.commit(reached, step), "state after superstep %s", step);
    observer.reached(reached);
    return reached;
  }

  private void end() {
    ended = true;
    run.end();
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory) {
    watch.taken(checkpoint);
    return RawState.behind(
        () -> super.snapshotState(checkpoint, timestamp, options, factory),
        factory,
        getContainingTask().getCancelables(),
        run.snapshot(begun, ended, failures().attempts().mark(), List.of(), null));
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    RawState.read(context, 0, this::read);
    failures = new Failures(spec, Attempts.of(spec, getRuntimeContext(), restored));
    failures.attempts().begin();
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    super.notifyCheckpointComplete(checkpoint);
    failures().attempts().checkpointed();
    watch.completed(checkpoint);
  }

  @Override
  public void notifyCheckpointAborted(long checkpoint) throws Exception {
    super.notifyCheckpointAborted(checkpoint);
    watch.aborted(checkpoint);
  }

  private void read(DataInputViewStreamWrapper in) throws IOException {
    DriverState state = run.read(in);
    begun = state.begun();
    ended = state.ended();
    restored = state.mark();
  }

  @Override
  public void close() throws Exception {
    run.stop();
    observer.close();
    super.close();
  }
}
