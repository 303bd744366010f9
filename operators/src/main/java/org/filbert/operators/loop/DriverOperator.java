package org.filbert.operators.loop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.workers.Program;
import org.jspecify.annotations.Nullable;

/**
 * Runs the program on a thread of its own, sends its supersteps out as frames, and gives it the
 * answers.
 *
 * <p>A checkpoint holds the program's last state (at the boundary of two steps), the number of the
 * superstep before it, the answers received since, and what has come of the answer under way. After
 * a restore the program runs on from that state, gets the recorded answers, and so comes to the
 * superstep that was under way, which is sent again; workers that have done it drop it, and their
 * answers are here or on their way. All of this operator's fields belong to the mailbox thread; the
 * program's thread reaches them by mails only.
 */
final class DriverOperator<S, R> extends AbstractStreamOperator<Frame>
    implements OneInputStreamOperator<Frame, Frame> {
  private final LoopSpec<S, R> spec;
  private final MailboxExecutor mailbox;
  private final FrameCodec codec;
  private final int workers;

  private boolean begun;
  private boolean ended;
  private @Nullable S state;
  private int stepAtState;
  private final List<Incoming> recorded = new ArrayList<>();
  private Incoming incoming;

  private @Nullable FlinkWorkers flinkWorkers;
  private @Nullable Thread thread;

  DriverOperator(
      StreamOperatorParameters<Frame> parameters, LoopSpec<S, R> spec, MailboxExecutor mailbox) {
    super(parameters);
    this.spec = spec;
    this.mailbox = mailbox;
    this.codec = new FrameCodec(spec.program().messages());
    this.workers = spec.placement().workers();
    this.incoming = new Incoming(0, workers);
  }

  @Override
  public void open() {
    if (ended) {
      mailbox.execute(this::end, "end again");
    } else if (begun) {
      startProgram();
    }
  }

  @Override
  public void processElement(StreamRecord<Frame> element) {
    incoming.add(element.getValue());
    if (!incoming.complete()) {
      return;
    }
    Incoming complete = incoming;
    incoming = new Incoming(complete.step() + 1, workers);
    if (!begun) {
      begun = true;
      startProgram();
    } else {
      recorded.add(complete);
      Subtask.opened(flinkWorkers).deliver(complete);
    }
  }

  private void startProgram() {
    FlinkWorkers newWorkers =
        new FlinkWorkers(
            workers,
            new FrameCodec(spec.program().messages()),
            (step, frames) -> mailbox.execute(() -> emit(frames), "superstep %s", step),
            stepAtState,
            recorded);
    flinkWorkers = newWorkers;
    S from = state;
    thread = new Thread(() -> runProgram(newWorkers, from), "filbert-driver-" + spec.name());
    thread.setContextClassLoader(getUserCodeClassloader());
    thread.setDaemon(true);
    thread.start();
  }

  /** On the program's thread. */
  private void runProgram(FlinkWorkers onWorkers, @Nullable S from) {
    Program<S, R> program = spec.program();
    LoopSpec.Observer<S, R> observer = spec.observer();
    try {
      S current = from == null ? reach(program.start(onWorkers), onWorkers, observer) : from;
      while (!program.done(current)) {
        current = reach(program.step(current, onWorkers), onWorkers, observer);
      }
      observer.finished(current, program.finish(current, onWorkers));
      mailbox.execute(this::end, "end");
    } catch (DriverStoppedException e) {
      LOG.debug("the driver was stopped", e);
    } catch (Throwable e) {
      RuntimeException failure = Failures.of(observer, e);
      mailbox.execute(
          () -> {
            throw failure;
          },
          "failure of the program");
    }
  }

  private S reach(S reached, FlinkWorkers onWorkers, LoopSpec.Observer<S, R> observer) {
    int step = onWorkers.step();
    mailbox.execute(() -> commit(reached, step), "state after superstep %s", step);
    observer.reached(reached);
    return reached;
  }

  private void commit(S reached, int step) {
    state = reached;
    stepAtState = step;
    recorded.clear();
  }

  private void end() {
    ended = true;
    emit(List.of(new Frame(Frame.Kind.END, 0, -1, 0, 1, 0, new byte[0])));
  }

  private void emit(List<Frame> frames) {
    frames.forEach(frame -> output.collect(new StreamRecord<>(frame)));
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    RawState.write(context, 0, this::write);
  }

  private void write(DataOutputViewStreamWrapper out) throws IOException {
    out.writeBoolean(begun);
    out.writeBoolean(ended);
    out.writeInt(stepAtState);
    out.writeBoolean(state != null);
    if (state != null) {
      codec.kryo().write(out, state);
    }
    out.writeInt(recorded.size());
    for (Incoming answers : recorded) {
      write(answers, out);
    }
    write(incoming, out);
  }

  private static void write(Incoming answers, DataOutputViewStreamWrapper out) throws IOException {
    List<Frame> received = answers.received();
    out.writeInt(answers.step());
    out.writeInt(received.size());
    for (Frame frame : received) {
      FrameSerializer.INSTANCE.serialize(frame, out);
    }
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    RawState.read(context, 0, this::read);
  }

  @SuppressWarnings("unchecked") // written by this operator for the same program
  private void read(DataInputViewStreamWrapper in) throws IOException {
    begun = in.readBoolean();
    ended = in.readBoolean();
    stepAtState = in.readInt();
    state = in.readBoolean() ? (S) codec.kryo().read(in, Object.class) : null;
    for (int left = in.readInt(); left > 0; left--) {
      recorded.add(readIncoming(in));
    }
    incoming = readIncoming(in);
  }

  private Incoming readIncoming(DataInputViewStreamWrapper in) throws IOException {
    Incoming answers = new Incoming(in.readInt(), workers);
    for (int left = in.readInt(); left > 0; left--) {
      answers.add(FrameSerializer.INSTANCE.deserialize(in));
    }
    return answers;
  }

  @Override
  public void close() throws Exception {
    Thread running = thread;
    if (running != null) {
      running.interrupt();
      running.join();
    }
    super.close();
  }
}
