package org.filbert.train.rows;

import org.filbert.data.RefusedException;
import org.filbert.data.ValidationSplit;
import org.filbert.workers.Workers;

/**
 * What a training uses of its training and validation rows, where settings are chosen by several
 * trainings.
 *
 * @param folds number k of parts of the training rows; 0 without folds
 * @param fold the part that is held out as validation rows, from 0
 * @param share chance of a training row to be used; the smaller share's rows are among the larger's
 * @param all whether validation rows are training rows, and none are held out
 */
public record RowUse(int folds, int fold, double share, boolean all) {
  /** The rows as they are given. */
  public static final RowUse AS_GIVEN = new RowUse(0, 0, 1, false);

  /** All rows, none held out. */
  public static final RowUse ALL = new RowUse(0, 0, 1, true);

  public RowUse {
    if (folds < 0 || fold < 0 || fold > Math.max(0, folds - 1) || !(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "found fold %s of %s and a share of %s, must be a fold that there is and above 0 to 1"
              .formatted(fold, folds, share));
    }
  }

  /** Whether a training row of this position was given as a validation row. */
  public static boolean wasValidation(long position) {
    return (position & SplitTasks.VALIDATION_BIT) != 0;
  }

  /** The position of such a row among the validation rows. */
  public static long validationPosition(long position) {
    return position & ~SplitTasks.VALIDATION_BIT;
  }

  /** Gives the workers' records their parts. */
  public void apply(long seed, Workers workers) {
    if (all) {
      workers.gather(new SplitTasks.LearnAll());
    }
    if (folds > 0) {
      SplitTasks.run(ValidationSplit.fold(seed, fold, folds), workers);
    }
    if (share < 1) {
      SplitTasks.thin(seed, share, workers);
    }
  }

  /**
   * Refuses parts of too few rows.
   *
   * @param key that the number of folds is from
   */
  public void check(String key, long train, long validation) {
    if (folds > 0 && (train == 0 || validation == 0)) {
      throw new RefusedException(
          "%s is %s, of which fold %s has %s of the %s training rows: fewer folds have more"
              .formatted(
                  key, folds, fold + 1, validation == 0 ? "none" : "all", train + validation));
    }
  }
}
