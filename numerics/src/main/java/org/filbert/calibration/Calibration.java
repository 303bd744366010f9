package org.filbert.calibration;

import java.io.Serializable;

/** What the scores of a model say about its certainty. */
public sealed interface Calibration extends Serializable permits Probabilities, Intervals {
  /** Whether it belongs to rows of k scores. */
  boolean fits(int columns);
}
