package org.filbert.train.columns;

import java.util.Arrays;
import java.util.Locale;

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

  /** Words for the rules, and what else a text may be. */
  public static final String ALLOWED = "mean, median, most-frequent, zero, refuse, or a value";

  /** Reads a word for a rule, or else the value itself. */
  public static Fill parse(String text) {
    return Arrays.stream(Rule.values())
        .filter(rule -> rule != Rule.CONSTANT && word(rule).equals(text))
        .findFirst()
        .map(Fill::of)
        .orElseGet(() -> new Fill(Rule.CONSTANT, text));
  }

  /** The text that {@link #parse} reads. */
  public String text() {
    return rule == Rule.CONSTANT ? constant : word(rule);
  }

  private static String word(Rule rule) {
    return rule.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
