package org.filbert.data;

import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * Holds out training rows as validation rows, each with the same chance: a function of the run seed
 * and of the record's position in the input alone. Each row has a number that is drawn from [0, 1).
 *
 * @param from the smallest number of a row that is held out
 * @param to a number above those of the rows that are held out
 */
public record ValidationSplit(long seed, double from, double to) {
  /**
   * Holds out rows.
   *
   * @param fraction the chance, between 0 and 1
   */
  public ValidationSplit(long seed, double fraction) {
    this(seed, 0, fraction);
  }

  /** Holds out one of k parts. */
  public static ValidationSplit fold(long seed, int fold, int folds) {
    return new ValidationSplit(seed, (double) fold / folds, (fold + 1.0) / folds);
  }

  /** The same record, as a validation row if it is held out. */
  public Instance apply(Instance instance) {
    return instance instanceof Instance.Example example
            && example.role() == Role.TRAIN
            && isHeldOut(example.position())
        ? new Instance.Example(
            Role.VALIDATION, example.position(), example.features(), example.target())
        : instance;
  }

  private boolean isHeldOut(long position) {
    double number = Draws.stream(seed, Purpose.VALIDATION_SPLIT, position).nextDouble();
    return number >= from && number < to;
  }
}
