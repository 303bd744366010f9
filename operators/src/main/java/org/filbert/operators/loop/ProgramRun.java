package org.filbert.operators.loop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A driver's program under way: the last state that it has come to, the answers since, and the
 * thread that it runs on. All of it belongs to the operator's mailbox thread.
 */
final class ProgramRun<S> {
  private final Loop loop;
  private final MailboxExecutor mailbox;
  private final Consumer<List<Frame>> output;
  private final FrameCodec codec;
  private final int workers;
  private final AnswerLog answers;
  private final ProgramThread thread;
  private final DriverMetrics metrics = new DriverMetrics();

  private @Nullable S state;
  private @Nullable FlinkWorkers flinkWorkers;

  /**
   * @param output takes the frames of a superstep, as mails
   * @param first number of the first superstep that is answered
   */
  ProgramRun(Loop loop, MailboxExecutor mailbox, Consumer<List<Frame>> output, int first) {
    this.loop = loop;
    this.mailbox = mailbox;
    this.output = output;
    this.codec = new FrameCodec(loop.messages());
    this.workers = loop.placement().workers();
    this.answers = new AnswerLog(first);
    this.thread = new ProgramThread(loop.name(), mailbox);
  }

  /** What runs on the program's thread. */
  interface Body<S> {
    /**
     * Runs to the end of the program.
     *
     * @param from the state to go on from; null to begin
     */
    void run(FlinkWorkers workers, @Nullable S from);
  }

  /**
   * Starts the program.
   *
   * @param failure makes of what it fails with what the job should fail with
   */
  void start(ClassLoader userCode, Function<Throwable, RuntimeException> failure, Body<S> program) {
    FlinkWorkers newWorkers =
        new FlinkWorkers(
            workers,
            new FrameCodec(loop.messages()),
            (step, frames) -> mailbox.execute(() -> output.accept(frames), "superstep %s", step),
            answers);
    flinkWorkers = newWorkers;
    S from = state;
    thread.start(userCode, failure, () -> program.run(newWorkers, from));
  }

  /**
   * Takes a frame; gives the answers to the superstep if it was the last one missing. What was read
   * goes to the program straight away.
   */
  @Nullable Incoming add(Frame frame) {
    metrics.received(frame);
    Incoming complete = answers.add(frame);
    if (complete != null && frame.kind() == Frame.Kind.READING) {
      Subtask.opened(flinkWorkers).deliver(complete);
      return null;
    }
    return complete;
  }

  /** Hands complete answers over to the program. */
  void deliver(Incoming complete) {
    answers.record(complete);
    metrics.answered(complete.step());
    Subtask.opened(flinkWorkers).deliver(complete);
  }

  /** The program has come to a state after the given superstep. */
  void commit(S reached, int step) {
    state = reached;
    metrics.stepped();
    answers.commit(step);
  }

  DriverMetrics metrics() {
    return metrics;
  }

  /** Writes what a checkpoint has to have, as it is now, later and on any thread. */
  RawState.Writer snapshot(
      boolean begun, boolean ended, Attempts.Mark mark, Collection<?> batches) {
    DriverState now =
        new DriverState(begun, ended, mark, state, new ArrayList<>(batches), metrics.counts());
    RawState.Writer answersNow = answers.snapshot();
    return out -> {
      synchronized (codec) { // a checkpoint that was given up may still be writing
        codec.states().write(out, now);
      }
      answersNow.write(out);
    };
  }

  /** Reads what {@link #snapshot} wrote, and gives what is not kept here. */
  @SuppressWarnings("unchecked") // written for the same program
  DriverState read(DataInputViewStreamWrapper in) throws IOException {
    DriverState restored = codec.states().read(in, DriverState.class);
    state = (S) restored.state();
    metrics.restore(restored.counts());
    answers.read(in);
    return restored;
  }

  /** Stops the program where it waits, and waits for its end. */
  void stop() throws InterruptedException {
    thread.stop();
  }
}
