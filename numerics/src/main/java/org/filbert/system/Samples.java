package org.filbert.system;

/** For which rows a vector's fitted values are computed. */
enum Samples {
  ALL(true, true),
  TRAINING(true, false),
  HELD_OUT(false, true);

  private final boolean training;
  private final boolean heldOut;

  Samples(boolean training, boolean heldOut) {
    this.training = training;
    this.heldOut = heldOut;
  }

  boolean training() {
    return training;
  }

  boolean heldOut() {
    return heldOut;
  }
}
