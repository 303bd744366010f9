package org.filbert.operators.loop.internal.frames;

import java.util.List;
import java.util.TreeMap;

/** Collects the frames of a message from one source, in any order. */
public final class Assembly {
  private final TreeMap<Integer, Frame> frames = new TreeMap<>();
  private final int chunks;

  public Assembly(int chunks) {
    this.chunks = chunks;
  }

  /**
   * Adds a frame.
   *
   * @throws IllegalStateException if it does not belong to the message
   */
  public void add(Frame frame) {
    if (frame.chunks() != chunks) {
      throw new IllegalStateException(frame + " came to a message of " + chunks);
    }
    if (frames.putIfAbsent(frame.chunk(), frame) != null) {
      throw new IllegalStateException("a second frame for " + frame);
    }
  }

  public boolean complete() {
    return frames.size() == chunks;
  }

  /** The frames of the complete message in order. */
  public Frame[] frames() {
    if (!complete()) {
      throw new IllegalStateException("found " + frames.size() + " frames of " + chunks);
    }
    return frames.values().toArray(Frame[]::new);
  }

  /** The frames received so far. */
  List<Frame> received() {
    return List.copyOf(frames.values());
  }
}
