package org.filbert.operators.loop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.function.Function;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.operators.loop.internal.frames.AnswerLog;
import org.filbert.operators.loop.internal.frames.CommandOutput;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameCodec;
import org.filbert.operators.loop.internal.frames.Incoming;
import org.filbert.operators.loop.internal.frames.Subtask;
import org.filbert.operators.loop.spec.Attempts;
import org.filbert.operators.loop.spec.Loop;
import org.filbert.operators.loop.state.DriverState;
import org.filbert.operators.loop.state.RawState;
import org.jspecify.annotations.Nullable;

/**
 * A driver's program: its last state, the answers since, and its thread. Only the operator's
 * mailbox thread accesses it.
 */
final class ProgramRun<S> {
  private final Loop loop;
  private final MailboxExecutor mailbox;
  private final CommandOutput commands;
  private final FrameCodec codec;
  private final int workers;
  private final AnswerLog answers;
  private final ProgramThread thread;
  private final DriverMetrics metrics = new DriverMetrics();

  private @Nullable S state;
  private @Nullable FlinkWorkers flinkWorkers;

  /**
   * @param output of the operator
   * @param first number of the first superstep to be answered
   */
  ProgramRun(Loop loop, MailboxExecutor mailbox, Output<StreamRecord<Frame>> output, int first) {
    this.loop = loop;
    this.mailbox = mailbox;
    this.codec = new FrameCodec(loop.messages());
    this.workers = loop.placement().workers();
    this.commands = new CommandOutput(output, workers, metrics.sentBytes());
    this.answers = new AnswerLog(first);
    this.thread = new ProgramThread(loop.name(), mailbox);
  }

  /** Runs on the program's thread. */
  interface Body<S> {
    /**
     * Runs the program to its end.
     *
     * @param from the state to continue from; null for the start
     */
    void run(FlinkWorkers workers, @Nullable S from);
  }

  /**
   * Starts the program.
   *
   * @param failure converts an exception of the program into the exception of the job
   */
  void start(ClassLoader userCode, Function<Throwable, RuntimeException> failure, Body<S> program) {
    FlinkWorkers newWorkers =
        new FlinkWorkers(
            workers,
            new FrameCodec(loop.messages()),
            (step, frames) -> mailbox.execute(() -> commands.send(frames), "superstep %s", step),
            answers,
            metrics);
    flinkWorkers = newWorkers;
    S from = state;
    thread.start(userCode, failure, () -> program.run(newWorkers, from));
  }

  /**
   * Adds a frame. Returns the answers to the superstep when they are complete. Answers that read
   * constants go directly to the program.
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

  /** Delivers complete answers to the program. */
  void deliver(Incoming complete) {
    commands.answered(complete.step());
    answers.record(complete);
    metrics.answered(complete.step());
    Subtask.opened(flinkWorkers).deliver(complete);
  }

  /** Records that the program has reached a state after the given superstep. */
  void commit(S reached, int step) {
    state = reached;
    metrics.stepped();
    answers.commit(step);
  }

  /** Tells the workers that there are no more tasks. */
  void end() {
    commands.end();
  }

  DriverMetrics metrics() {
    return metrics;
  }

  /** Whether the program has reached its first state. */
  boolean started() {
    return state != null;
  }

  /** A writer of the present state for a checkpoint, which may run later and on any thread. */
  RawState.Writer snapshot(
      boolean begun,
      boolean ended,
      Attempts.Mark mark,
      Collection<?> batches,
      DriverState.@Nullable Layout layout) {
    long start = System.nanoTime();
    DriverState now =
        new DriverState(
            begun, ended, mark, state, new ArrayList<>(batches), metrics.counts(), layout);
    RawState.Writer answersNow = answers.snapshot();
    metrics.checkpoint().since(start);
    return out -> {
      synchronized (codec) { // an aborted checkpoint may still be writing
        codec.states().write(out, now);
      }
      answersNow.write(out);
    };
  }

  /** Restores the state of {@link #snapshot}. Returns the parts that are not stored here. */
  @SuppressWarnings("unchecked") // written for the same program
  DriverState read(DataInputViewStreamWrapper in) throws IOException {
    DriverState restored = codec.states().read(in, DriverState.class);
    state = (S) restored.state();
    metrics.restore(restored.counts());
    answers.read(in);
    return restored;
  }

  /** Interrupts the waiting program and joins its thread. */
  void stop() throws InterruptedException {
    thread.stop();
  }
}
