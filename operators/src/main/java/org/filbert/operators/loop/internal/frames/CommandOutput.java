package org.filbert.operators.loop.internal.frames;

import java.util.List;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.filbert.workers.Workers;

/**
 * The outputs of a driver's frames. Frames for one worker use the main output. A large message for
 * all leaves once, by the side output, and is passed on by others.
 */
public final class CommandOutput {
  public static final OutputTag<Frame> SPREAD = new OutputTag<>("spread", FrameSerializer.TYPE);

  private final Output<StreamRecord<Frame>> output;
  private final int workers;
  private final Counter sentBytes;
  private int lastCombined;

  public CommandOutput(Output<StreamRecord<Frame>> output, int workers, Counter sentBytes) {
    this.output = output;
    this.workers = workers;
    this.sentBytes = sentBytes;
  }

  /** Sends the frames of a superstep. */
  public void send(List<Frame> frames) {
    for (Frame frame : frames) {
      if (frame.kind() == Frame.Kind.NEXT) {
        lastCombined = frame.step();
      }
      send(frame);
    }
  }

  private void send(Frame frame) {
    if (frame.dest() != Frame.ALL) {
      direct(frame);
    } else if (workers > 1 && isLarge(frame)) {
      spread(frame);
    } else {
      for (int worker = 0; worker < workers; worker++) {
        direct(frame.to(worker));
      }
    }
  }

  private static boolean isLarge(Frame frame) {
    return frame.chunks() > 1 || frame.data().length > Workers.LARGE;
  }

  /** Records that all workers have answered: the superstep's sum is not needed any more. */
  public void answered(int step) {
    if (lastCombined == step) {
      Frame forget = Frame.of(Frame.Kind.FORGET, step, -1, Frame.ALL, 0);
      for (int spreader = 0; spreader < workers; spreader++) {
        spread(forget.piece(spreader, workers, forget.data()));
      }
    }
  }

  /** Tells the workers that there are no more tasks. */
  public void end() {
    send(Frame.END);
  }

  private void direct(Frame frame) {
    sentBytes.inc(frame.bytes());
    output.collect(new StreamRecord<>(frame));
  }

  private void spread(Frame frame) {
    sentBytes.inc(frame.bytes());
    output.collect(SPREAD, new StreamRecord<>(frame));
  }
}
