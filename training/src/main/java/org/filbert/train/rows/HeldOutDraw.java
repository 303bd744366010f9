package org.filbert.train.rows;

import java.util.OptionalInt;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * Draws the held-out rows that are scored, each with the same chance. The draw depends on the run's
 * seed and the record's position in the input alone.
 *
 * @param validation chance of a validation row
 * @param test chance of a test row
 */
public record HeldOutDraw(long seed, double validation, double test) {
  /** Draws about so many rows of each kind; all if the number is absent. */
  public static HeldOutDraw of(long seed, OptionalInt rows, Survey.Answer survey) {
    return new HeldOutDraw(
        seed, chance(rows, survey.count(Role.VALIDATION)), chance(rows, survey.count(Role.TEST)));
  }

  private static double chance(OptionalInt rows, long all) {
    return rows.isPresent() ? Math.min(1, rows.getAsInt() / (double) Math.max(1, all)) : 1;
  }

  boolean takes(Instance.Example row) {
    double chance = row.role() == Role.VALIDATION ? validation : test;
    return chance == 1
        || Draws.stream(seed, Purpose.HELD_OUT_CHOICE, row.role().code(), row.position())
                .nextDouble()
            < chance;
  }
}
