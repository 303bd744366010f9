package org.filbert.operators.loop.internal.frames;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The answers to a superstep, or its sum, as they arrive at the driver. */
public final class Incoming {
  private final int step;
  private final TreeMap<Integer, Assembly> answers = new TreeMap<>();
  private int missing;
  private @Nullable Assembly sum;

  public Incoming(int step) {
    this.step = step;
  }

  public int step() {
    return step;
  }

  /**
   * Adds a frame.
   *
   * @throws IllegalStateException if it does not belong to the superstep
   */
  public void add(Frame frame) {
    if (frame.step() != step) {
      throw new IllegalStateException("superstep " + step + " got " + frame);
    }
    if (frame.kind() == Frame.Kind.SUM) {
      if (sum == null) {
        sum = new Assembly(frame.chunks());
      }
      sum.add(frame);
      return;
    }
    if (answers.isEmpty()) {
      missing = frame.answers();
    }
    Assembly answer =
        answers.computeIfAbsent(frame.source(), source -> new Assembly(frame.chunks()));
    answer.add(frame);
    if (answer.complete()) {
      missing--;
    }
  }

  public boolean complete() {
    return sum != null ? sum.complete() : !answers.isEmpty() && missing == 0;
  }

  /** The frames received so far, for a checkpoint. */
  List<Frame> received() {
    List<Frame> received = new ArrayList<>();
    answers.values().forEach(answer -> received.addAll(answer.received()));
    if (sum != null) {
      received.addAll(sum.received());
    }
    return received;
  }

  /** Each worker's frames in worker order, when complete. */
  public List<Frame[]> answers() {
    return answers.values().stream().map(Assembly::frames).toList();
  }

  /** The frames of the sum, when complete. */
  public Frame[] sum() {
    return Objects.requireNonNull(sum).frames();
  }
}
