package org.filbert.jobs.config.training;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.OptionalInt;
import org.filbert.solver.SolverOptions;

/**
 * A search for the settings that validation rows find best.
 *
 * @param over The keys that are searched, as dotted paths, with their values: a list, or a range
 *     {@code {from, to, scale, steps}} with {@code scale: log} for equal ratios. Lists of ridges
 *     and widths in the configuration are searched too.
 * @param search All combinations of a grid; some drawn at random; or {@code halving}, which begins
 *     with many drawn ones on few rows or epochs and keeps the best.
 * @param trials Of {@code random} and {@code halving}: combinations that are drawn. Default: 20
 * @param seed Of {@code random} and {@code halving}: seed of the draws.
 * @param folds In place of {@code data.validation}: the training rows are cut into this many parts,
 *     and every part is held out once.
 * @param budget Of {@code halving}: what trials have less of at first.
 * @param factor Of {@code halving}: in each round, one of so many trials goes on, with so many
 *     times the budget.
 * @param least Of {@code halving}: least share of the rows or epochs, above 0, up to 1.
 */
public record TuningConfig(
    SearchSpace over,
    @JsonProperty(defaultValue = "grid") Search search,
    OptionalInt trials,
    @JsonProperty(defaultValue = "1") long seed,
    OptionalInt folds,
    @JsonProperty(defaultValue = "rows") Budget budget,
    @JsonProperty(defaultValue = "3") int factor,
    @JsonProperty(defaultValue = "0.1") double least) {
  private static final int TRIALS = 20;

  /** Which combinations are tried. */
  public enum Search {
    /** All of a grid. */
    GRID,
    /** Some drawn at random. */
    RANDOM,
    /** Successive halving of some drawn at random. */
    HALVING
  }

  /** What trials of a halving have less of at first. */
  public enum Budget {
    /** Training rows. */
    ROWS,
    /** Epochs or iterations. */
    EPOCHS
  }

  public TuningConfig {
    SolverOptions.atLeast("trials", trials, 1);
    SolverOptions.atLeast("folds", folds, 2);
    SolverOptions.atLeast("factor", factor, 2);
    if (!(least > 0 && least <= 1)) {
      throw new IllegalArgumentException("least is " + least + ", must be above 0 and at most 1");
    }
    if (search == Search.GRID && trials.isPresent()) {
      throw new IllegalArgumentException(
          "trials is given, which search: random and search: halving have; a grid has all");
    }
  }

  /** Number of combinations that are drawn. */
  public int draws() {
    return trials.orElse(TRIALS);
  }
}
