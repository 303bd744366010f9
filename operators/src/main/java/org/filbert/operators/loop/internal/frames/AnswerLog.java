package org.filbert.operators.loop.internal.frames;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.filbert.connectors.flink.ArrayCodec;
import org.filbert.operators.loop.state.RawState;
import org.jspecify.annotations.Nullable;

/**
 * The answers to a program since its last state, and the partial answers to the current superstep.
 * With the state, these are all that a driver must remember. Answers that read constants are not
 * kept: a superstep whose number is missing is repeated after a restore.
 */
public final class AnswerLog {
  private int stepAtState;
  private final List<Incoming> recorded = new ArrayList<>();
  private Incoming incoming;
  private @Nullable Incoming reading;

  /**
   * @param first number of the first superstep to be answered
   */
  public AnswerLog(int first) {
    this.incoming = new Incoming(first);
  }

  /** Number of the last superstep before the program's last state. */
  public int stepAtState() {
    return stepAtState;
  }

  /** The complete answers since the program's last state. */
  public List<Incoming> recorded() {
    return recorded;
  }

  /** Number of the current superstep. */
  public int underWay() {
    return incoming.step();
  }

  /** Adds a frame. Returns the answers to the superstep when they are complete. */
  public @Nullable Incoming add(Frame frame) {
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
    if (complete && answers.step() == incoming.step()) { // otherwise it is repeated
      incoming = new Incoming(answers.step() + 1);
    }
    return complete ? answers : null;
  }

  /** Keeps complete answers until the program reaches its next state. */
  public void record(Incoming complete) {
    recorded.add(complete);
  }

  /** Records that the program has reached a state after the given superstep. */
  public void commit(int step) {
    stepAtState = step;
    recorded.clear();
  }

  /** A writer of the present content, which may run later and on any thread. */
  public RawState.Writer snapshot() {
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

  public void read(DataInputViewStreamWrapper in) throws IOException {
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
