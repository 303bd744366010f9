package org.filbert.operators.loop;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.filbert.operators.loop.internal.frames.Assembly;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameCodec;
import org.filbert.operators.loop.internal.frames.SumCodec;
import org.filbert.operators.loop.internal.frames.Summing;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * A worker's part in the supersteps: it executes each command of the driver once.
 *
 * <p>A superstep with a sum at workers has two parts for a recipient: to send its own summand, and
 * to run the next task with the sum. A worker ignores a command that it has already executed when
 * it is repeated after a restore, unless the task only reads constants. Incomplete messages are no
 * part of its state, as all their frames are sent again.
 */
final class WorkerRun {
  private final Worker worker;
  private final FrameCodec codec;
  private final Consumer<List<Frame>> output;
  private final Map<Frame.Kind, Assembly> waiting = new EnumMap<>(Frame.Kind.class);
  private volatile int done;
  private int summed;

  /**
   * @param output sends all frames of a worker in a superstep together
   * @param done number of the last completed superstep
   * @param summed number of the last superstep whose summand has been sent
   */
  WorkerRun(Worker worker, FrameCodec codec, Consumer<List<Frame>> output, int done, int summed) {
    this.worker = worker;
    this.codec = codec;
    this.output = output;
    this.done = done;
    this.summed = summed;
  }

  int done() {
    return done;
  }

  int summed() {
    return summed;
  }

  /** Adds a frame and executes the command when it is complete. */
  void receive(Frame frame) {
    Frame.Kind kind = frame.kind();
    if (kind != Frame.Kind.READ
        && (frame.step() <= done || (kind == Frame.Kind.SUMMAND && frame.step() == summed))) {
      return;
    }
    Assembly message = waiting.computeIfAbsent(kind, k -> new Assembly(frame.chunks()));
    message.add(frame);
    if (!message.complete()) {
      return;
    }
    if (kind == Frame.Kind.READ) {
      say(Frame.Kind.READING, frame, run(take(kind)));
    } else if (kind == Frame.Kind.TASK) {
      answer(frame, run(take(kind)));
    } else if (kind == Frame.Kind.SUMMAND) {
      giveSummand(frame.step(), codec.decode(take(kind), Summing.class));
    }
    if (summed == frame.step() && complete(Frame.Kind.NEXT) && complete(Frame.Kind.SUM)) {
      goOn();
    }
  }

  private Object run(Frame[] message) {
    Task<?> task = codec.decode(message, Task.class);
    return worker.meter().get(task.phase(), () -> task.run(worker));
  }

  private boolean complete(Frame.Kind kind) {
    Assembly message = waiting.get(kind);
    return message != null && message.complete();
  }

  private Frame[] take(Frame.Kind kind) {
    return Objects.requireNonNull(waiting.remove(kind)).frames();
  }

  private void giveSummand(int step, Summing summing) {
    Task<Matrices> summand = summing.summand();
    try (Matrices own = worker.meter().get(summand.phase(), () -> summand.run(worker))) {
      output.accept(summing.frames(step, worker.index(), worker.count(), own));
    }
    summed = step;
    if (!summing.reaches(worker.index())) {
      done = step;
    }
  }

  private void goOn() {
    Frame[] next = take(Frame.Kind.NEXT);
    SumTask<?> task = codec.decode(next, SumTask.class);
    try (Matrices sum = SumCodec.decode(take(Frame.Kind.SUM))) {
      answer(next[0], worker.meter().get(task.phase(), () -> task.run(worker, sum)));
    }
  }

  private void answer(Frame command, Object result) {
    say(Frame.Kind.ANSWER, command, result);
    done = command.step();
  }

  private void say(Frame.Kind kind, Frame command, Object result) {
    Frame header = Frame.of(kind, command.step(), worker.index(), Frame.DRIVER, command.answers());
    output.accept(codec.encode(header, result));
  }
}
