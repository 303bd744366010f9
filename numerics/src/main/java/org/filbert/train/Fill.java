package org.filbert.train;

/**
 * What a missing cell becomes.
 *
 * @param constant value of {@link Rule#CONSTANT}
 */
public record Fill(Rule rule, String constant) {
  /** Where the value comes from. */
  public enum Rule {
    /** The mean of the training rows. */
    MEAN,
    /** The median of the training rows. */
    MEDIAN,
    /** The most frequent value of the training rows; of several the smallest. */
    MOST_FREQUENT,
    /** The number 0, or none of the categories. */
    ZERO,
    /** A value that is given. */
    CONSTANT,
    /** The record is refused as a bad one. */
    REFUSE
  }

  /** A rule that needs no value. */
  public static Fill of(Rule rule) {
    return new Fill(rule, "");
  }
}
