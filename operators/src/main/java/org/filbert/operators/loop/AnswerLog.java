package org.filbert.operators.loop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.filbert.connectors.flink.ArrayCodec;
import org.jspecify.annotations.Nullable;

/**
 * The answers that a program has had since its last state, and what has come of those to the
 * superstep under way: with the state, all that a driver must remember. Answers of constants are
 * not remembered: a superstep whose number is missing among the others is asked for again.
 */
final class AnswerLog {
  private int stepAtState;
  private final List<Incoming> recorded = new ArrayList<>();
  private Incoming incoming;
  private @Nullable Incoming reading;

  /**
   * @param first number of the first superstep that is answered
   */
  AnswerLog(int first) {
    this.incoming = new Incoming(first);
  }

  /** Number of the last superstep before the program's last state. */
  int stepAtState() {
    return stepAtState;
  }

  /** The complete answers since the program's last state. */
  List<Incoming> recorded() {
    return recorded;
  }

  /** Number of the superstep under way. */
  int underWay() {
    return incoming.step();
  }

  /** Takes a frame; gives the answers to the superstep if it was the last one missing. */
  @Nullable Incoming add(Frame frame) {
    if (frame.kind() == Frame.Kind.READING) {
      return addReading(frame);
    }
    incoming.add(frame);
    if (!incoming.complete()) {
      return null;
    }
    Incoming complete = incoming;
    incoming = new Incoming(complete.step() + 1);
    return complete;
  }

  private @Nullable Incoming addReading(Frame frame) {
    Incoming answers = reading == null ? new Incoming(frame.step()) : reading;
    answers.add(frame);
    boolean complete = answers.complete();
    reading = complete ? null : answers;
    if (complete && answers.step() == incoming.step()) { // else it was asked for again
      incoming = new Incoming(answers.step() + 1);
    }
    return complete ? answers : null;
  }

  /** Keeps complete answers until the program has come to its next state. */
  void record(Incoming complete) {
    recorded.add(complete);
  }

  /** The program has come to a state after the given superstep. */
  void commit(int step) {
    stepAtState = step;
    recorded.clear();
  }

  /** Writes what is here now, later and on any thread. */
  RawState.Writer snapshot() {
    int step = stepAtState;
    List<Received> complete = recorded.stream().map(Received::of).toList();
    Received underWay = Received.of(incoming);
    return out -> {
      out.writeInt(step);
      out.writeInt(complete.size());
      for (Received answers : complete) {
        answers.write(out);
      }
      underWay.write(out);
    };
  }

  private record Received(int step, List<Frame> frames) {
    static Received of(Incoming answers) {
      return new Received(answers.step(), answers.received());
    }

    void write(DataOutputViewStreamWrapper out) throws IOException {
      out.writeInt(step);
      FrameSerializer.writeAll(frames, out);
    }
  }

  void read(DataInputViewStreamWrapper in) throws IOException {
    stepAtState = in.readInt();
    for (int left = ArrayCodec.readLength(in); left > 0; left--) {
      recorded.add(readIncoming(in));
    }
    incoming = readIncoming(in);
  }

  private static Incoming readIncoming(DataInputViewStreamWrapper in) throws IOException {
    Incoming answers = new Incoming(in.readInt());
    try {
      FrameSerializer.readAll(in).forEach(answers::add);
      return answers;
    } catch (IllegalStateException e) {
      throw new IOException("found answers that do not fit together: " + e.getMessage(), e);
    }
  }
}
