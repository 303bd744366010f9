package org.filbert.operators.loop.internal.frames;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.filbert.operators.loop.state.RawState;

/** Frames that a subtask holds at a checkpoint. Between two steps of a stream there are none. */
public final class HeldFrames {
  private HeldFrames() {}

  public static void write(
      StateSnapshotContext context, AbstractStreamOperator<?> operator, List<Frame> held)
      throws Exception {
    RawState.write(context, Subtask.index(operator), out -> FrameSerializer.writeAll(held, out));
  }

  /**
   * Reads them.
   *
   * @throws IllegalStateException if frames of another subtask came back
   */
  public static List<Frame> read(
      StateInitializationContext context, AbstractStreamOperator<?> operator) throws Exception {
    List<Frame> held = new ArrayList<>();
    RawState.readAll(
        context,
        (written, in) -> {
          List<Frame> frames = FrameSerializer.readAll(in);
          if (!frames.isEmpty()) {
            RawState.requireOwn(written, Subtask.index(operator));
          }
          held.addAll(frames);
        });
    return held;
  }
}
