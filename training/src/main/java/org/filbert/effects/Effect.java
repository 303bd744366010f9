package org.filbert.effects;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Partial dependence on an input. Curve f at a value v is the mean of the model's answers to m
 * records that all have v there and are otherwise as they were read:
 *
 * <pre>
 *   f(v) = 1/m · Σ_i F(v, rest of record i)
 * </pre>
 *
 * <p>A band around it shows how far the curves F(v, rest of record i) of single records differ from
 * f in their form: each of them is moved up or down to the mean of f over the values v.
 *
 * <p>Friedman. Greedy function approximation: a gradient boosting machine. 2001; the answers to
 * single records: Goldstein, Kapelner, Bleich, Pitkin. Peeking inside the black box. 2015.
 *
 * @param input name of a table's column or of a feature
 * @param share of the input in the trace of a learned metric; null without one
 * @param values numbers and points in time ascending, categories by their frequency
 */
public record Effect(
    String input, @Nullable Double share, Kind kind, List<Value> values, List<Curve> curves) {
  /** What the values of an input are. */
  public enum Kind {
    NUMBER,
    TIME,
    CATEGORY
  }

  /**
   * A value of an input.
   *
   * @param text as the table has it
   * @param at the number, seconds since 1970 or the place among the categories
   */
  public record Value(String text, double at) {}

  /**
   * Answers for an output of the model by the input's values.
   *
   * @param output class or target
   * @param mean over the records
   * @param low the 10th percentile of the records' moved curves; of a probability within 0 and 1
   * @param high the 90th percentile, likewise
   */
  public record Curve(String output, double[] mean, double[] low, double[] high) {
    /** The largest mean less the smallest. */
    double range() {
      return Arrays.stream(mean).max().orElse(0) - Arrays.stream(mean).min().orElse(0);
    }

    private boolean finite() {
      return Arrays.stream(mean).allMatch(Double::isFinite)
          && Arrays.stream(low).allMatch(Double::isFinite)
          && Arrays.stream(high).allMatch(Double::isFinite);
    }
  }

  public Effect {
    values = List.copyOf(values);
    curves = List.copyOf(curves);
  }

  /** How far the means go apart, in the curve where they do so most. */
  double range() {
    return curves.stream().mapToDouble(Curve::range).max().orElse(0);
  }

  /** Whether all answers are finite numbers. */
  boolean finite() {
    return curves.stream().allMatch(Curve::finite);
  }
}
