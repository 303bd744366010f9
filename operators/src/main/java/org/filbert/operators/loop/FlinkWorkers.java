package org.filbert.operators.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.filbert.operators.loop.internal.frames.AnswerLog;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameCodec;
import org.filbert.operators.loop.internal.frames.Incoming;
import org.filbert.operators.loop.internal.frames.SumCodec;
import org.filbert.operators.loop.internal.frames.Summing;
import org.filbert.workers.Matrices;
import org.filbert.workers.Recipients;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a Flink job, as the program on the driver's thread sees them. A superstep leaves
 * as frames through the mailbox of the driver operator, and the thread waits for the answers.
 *
 * <p>After a restore, answers from the checkpoint are repeated without asking the workers. Only
 * answers that read constants are requested again.
 */
final class FlinkWorkers implements Workers {
  /** Sends a superstep. Called on the program's thread. */
  public interface Sender {
    void send(int step, List<Frame> frames);
  }

  private final int count;
  private final FrameCodec codec;
  private final Sender sender;
  private final Queue<Incoming> recorded;
  private final int underWay;
  private final DriverMetrics metrics;
  private final BlockingQueue<Incoming> answers = new LinkedBlockingQueue<>();
  private int step;
  private long returned = System.nanoTime();

  /**
   * @param known the answers since the program's last state, from a checkpoint
   * @param metrics what the program's time goes to
   */
  public FlinkWorkers(
      int count, FrameCodec codec, Sender sender, AnswerLog known, DriverMetrics metrics) {
    this.count = count;
    this.codec = codec;
    this.sender = sender;
    this.step = known.stepAtState();
    this.recorded = new ArrayDeque<>(known.recorded());
    this.underWay = known.underWay();
    this.metrics = metrics;
  }

  /** Delivers the answers that the program waits for. Called on the operator's thread. */
  void deliver(Incoming complete) {
    answers.add(complete);
  }

  /** The program has waited for something else, which is not its own time. */
  void resumed() {
    returned = System.nanoTime();
  }

  /** Number of the last requested superstep. */
  int step() {
    return step;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public <R> List<R> run(Task<R> task, Recipients recipients) {
    Frame header = command(task.readsConstants() ? Frame.Kind.READ : Frame.Kind.TASK, recipients);
    return results(superstep(() -> codec.encode(header, task)));
  }

  @Override
  public Matrices total(Task<Matrices> summand) {
    return SumCodec.decode(superstep(() -> summing(summand, null)).sum());
  }

  @Override
  public <R> List<R> combine(Task<Matrices> summand, Recipients recipients, SumTask<R> next) {
    Frame header = command(Frame.Kind.NEXT, recipients);
    return results(
        superstep(
            () -> {
              List<Frame> frames = new ArrayList<>(summing(summand, recipients));
              frames.addAll(codec.encode(header, next));
              return frames;
            }));
  }

  private List<Frame> summing(Task<Matrices> summand, @Nullable Recipients recipients) {
    Frame header = command(Frame.Kind.SUMMAND, new Recipients.All());
    return codec.encode(header, new Summing(summand, recipients));
  }

  /** The header of a message of the next superstep. */
  private Frame command(Frame.Kind kind, Recipients recipients) {
    List<Integer> those = recipients.of(count);
    int dest = recipients instanceof Recipients.One ? those.get(0) : Frame.ALL;
    return Frame.of(kind, step + 1, -1, dest, those.size());
  }

  private interface Message {
    List<Frame> frames();
  }

  private Incoming superstep(Message message) {
    Incoming known = recorded.peek();
    if (known != null && known.step() == step + 1) {
      step++;
      return recorded.remove();
    }
    long started = metrics.program().since(returned);
    List<Frame> frames = message.frames();
    long encoded = metrics.transport().since(started);
    step++;
    if (step < underWay && frames.get(0).kind() != Frame.Kind.READ) {
      throw new IllegalStateException("the answers to superstep " + step + " have been discarded");
    }
    sender.send(step, frames);
    try {
      Incoming answered = answers.take();
      returned = metrics.waiting().since(encoded);
      return answered;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverStoppedException(e);
    }
  }

  @SuppressWarnings(
      "unchecked") // the task determines the type of its answers; null elements do not occur
  private <R> List<R> results(Incoming complete) {
    long started = System.nanoTime();
    List<R> results = new ArrayList<>();
    for (Frame[] answer : complete.answers()) {
      results.add((R) codec.decode(answer, Object.class));
    }
    returned = metrics.transport().since(started);
    return results;
  }
}
