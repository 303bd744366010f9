package org.filbert.online.progressive;

/**
 * When a model is good enough to be published while the stream goes on.
 *
 * @param every labelled rows after which it is looked at; 0 for never
 * @param improvedOnly whether it must be better than all models before it
 * @param maxError largest error over the fading window; infinite for any
 */
public record SnapshotRule(long every, boolean improvedOnly, double maxError) {
  public SnapshotRule {
    if (every < 0) {
      throw new IllegalArgumentException("every is " + every + ", must be 0 or more");
    }
    if (!(maxError > 0)) {
      throw new IllegalArgumentException("maxError is " + maxError + ", must be above 0");
    }
  }

  /**
   * Whether a model that was looked at is to be published.
   *
   * @param error over the fading window
   * @param best the least such error of those published before; infinite if there are none
   */
  boolean accepts(double error, double best) {
    return error <= maxError && (!improvedOnly || error < best);
  }
}
