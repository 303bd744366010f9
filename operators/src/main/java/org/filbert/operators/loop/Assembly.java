package org.filbert.operators.loop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the frames of one message from one source, in whatever order they come. */
final class Assembly {
  private final @Nullable Frame[] frames;
  private int missing;

  Assembly(int chunks) {
    this.frames = new Frame[chunks];
    this.missing = chunks;
  }

  void add(Frame frame) {
    if (frames[frame.chunk()] != null) {
      throw new IllegalStateException("a second frame for " + frame);
    }
    frames[frame.chunk()] = frame;
    missing--;
  }

  boolean complete() {
    return missing == 0;
  }

  /** The message's frames in order, once it is complete. */
  Frame[] frames() {
    return Arrays.stream(frames).map(Objects::requireNonNull).toArray(Frame[]::new);
  }

  /** What is there so far. */
  List<Frame> received() {
    List<Frame> received = new ArrayList<>();
    for (Frame frame : frames) {
      if (frame != null) {
        received.add(frame);
      }
    }
    return received;
  }
}
