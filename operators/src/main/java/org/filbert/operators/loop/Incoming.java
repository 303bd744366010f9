package org.filbert.operators.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The answers to one superstep as they come in at the driver: one from each worker, or a sum. */
final class Incoming {
  private final int step;
  private final @Nullable Assembly[] answers;
  private @Nullable Assembly sum;

  Incoming(int step, int workers) {
    this.step = step;
    this.answers = new Assembly[workers];
  }

  int step() {
    return step;
  }

  void add(Frame frame) {
    if (frame.step() != step) {
      throw new IllegalStateException("superstep " + step + " got " + frame);
    }
    if (frame.kind() == Frame.Kind.SUMMAND) {
      sum = add(sum, frame);
    } else {
      answers[frame.source()] = add(answers[frame.source()], frame);
    }
  }

  private static Assembly add(@Nullable Assembly known, Frame frame) {
    Assembly assembly = known == null ? new Assembly(frame.chunks()) : known;
    assembly.add(frame);
    return assembly;
  }

  boolean complete() {
    if (sum != null) {
      return sum.complete();
    }
    for (Assembly answer : answers) {
      if (answer == null || !answer.complete()) {
        return false;
      }
    }
    return true;
  }

  /** What has come so far, for a checkpoint. */
  List<Frame> received() {
    List<Frame> received = new ArrayList<>();
    for (Assembly answer : answers) {
      if (answer != null) {
        received.addAll(answer.received());
      }
    }
    if (sum != null) {
      received.addAll(sum.received());
    }
    return received;
  }

  /** Each worker's frames, in worker order, once complete. */
  List<Frame[]> answers() {
    List<Frame[]> complete = new ArrayList<>();
    for (Assembly answer : answers) {
      complete.add(Objects.requireNonNull(answer).frames());
    }
    return complete;
  }

  /** The sum's frames, once complete. */
  Frame[] sum() {
    return Objects.requireNonNull(sum).frames();
  }
}
