package org.filbert.operators.loop;

import org.filbert.operators.loop.internal.frames.Feedback;

/** The feedback channels of this process. */
public final class Channels {
  private Channels() {}

  /** Number of those in use. */
  public static int open() {
    return Feedback.openChannels();
  }
}
