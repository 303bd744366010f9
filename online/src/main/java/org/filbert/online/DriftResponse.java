package org.filbert.online;

/** What a learner does when the stream has changed. */
public enum DriftResponse {
  NONE,
  /** The step size begins its schedule anew. */
  RAISE_STEP
}
