package org.filbert.operators.loop;

import java.util.List;
import java.util.TreeMap;

/** Collects the frames of one message from one source, in whatever order they come. */
final class Assembly {
  private final TreeMap<Integer, Frame> frames = new TreeMap<>();
  private final int chunks;

  Assembly(int chunks) {
    this.chunks = chunks;
  }

  /**
   * Takes a frame.
   *
   * @throws IllegalStateException if it does not fit those that are here
   */
  void add(Frame frame) {
    if (frame.chunks() != chunks) {
      throw new IllegalStateException(frame + " came to a message of " + chunks);
    }
    if (frames.putIfAbsent(frame.chunk(), frame) != null) {
      throw new IllegalStateException("a second frame for " + frame);
    }
  }

  boolean complete() {
    return frames.size() == chunks;
  }

  /** The message's frames in order, once it is complete. */
  Frame[] frames() {
    if (!complete()) {
      throw new IllegalStateException("found " + frames.size() + " frames of " + chunks);
    }
    return frames.values().toArray(Frame[]::new);
  }

  /** What is there so far. */
  List<Frame> received() {
    return List.copyOf(frames.values());
  }
}
