package org.filbert.online;

/** The state of an {@link OnlineLearner} between two batches; immutable plain data. */
public interface LearnerState {
  /** What the columns of the scores stand for. */
  Columns columns();
}
