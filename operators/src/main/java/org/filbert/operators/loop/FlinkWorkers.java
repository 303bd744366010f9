package org.filbert.operators.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.filbert.linalg.Matrix;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * The workers of a Flink job as the program sees them, on the driver's own thread: a superstep
 * leaves as frames through the driver operator's mailbox, and the thread waits for the answers.
 *
 * <p>After a restore the answers that were there at the checkpoint are given again, without any
 * superstep, before new ones are asked for.
 */
final class FlinkWorkers implements Workers {
  /** How a superstep gets on its way; called on the program's thread. */
  interface Sender {
    void send(int step, List<Frame> frames);
  }

  private final int count;
  private final FrameCodec codec;
  private final Sender sender;
  private final Queue<Incoming> recorded;
  private final BlockingQueue<Incoming> answers = new LinkedBlockingQueue<>();
  private int step;

  /**
   * @param step number of the last superstep before the program's current step
   * @param recorded answers since then, known from a checkpoint
   */
  FlinkWorkers(int count, FrameCodec codec, Sender sender, int step, List<Incoming> recorded) {
    this.count = count;
    this.codec = codec;
    this.sender = sender;
    this.step = step;
    this.recorded = new ArrayDeque<>(recorded);
  }

  /** Hands over the answers to the superstep under way; called on the operator's thread. */
  void deliver(Incoming complete) {
    answers.add(complete);
  }

  /** Number of the last superstep that was asked for. */
  int step() {
    return step;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  @SuppressWarnings("unchecked") // a task answers what it says; null elements do not occur
  public <R> List<R> gather(Task<R> task) {
    List<R> results = new ArrayList<>();
    for (Frame[] answer : superstep(Frame.Kind.GATHER, task).answers()) {
      results.add((R) codec.decode(answer, Object.class));
    }
    return results;
  }

  @Override
  public Matrix sum(Task<Matrix> task) {
    return FrameCodec.decodeSum(superstep(Frame.Kind.SUM, task).sum());
  }

  private Incoming superstep(Frame.Kind kind, Task<?> task) {
    step++;
    Incoming known = recorded.poll();
    if (known != null) {
      return known;
    }
    sender.send(step, codec.encode(kind, step, -1, task));
    try {
      return answers.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverStoppedException(e);
    }
  }
}
