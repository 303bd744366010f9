package org.filbert.online.recursive;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Function;
import org.filbert.model.RobustScaling;

/**
 * Tells from the {@link Recent} rows of a stream whether their scaling still suits them. Where it
 * does not, and predictions are bad, a scaling that is fitted to these rows is tried: they are
 * predicted once more with it.
 *
 * @param coding of the targets
 * @param unit squared error that counts as a loss of 1
 * @param least fading mean of the best expert's losses
 */
record ScalingWatch(Coding coding, double unit, double least) {
  /** Loss under another scaling, as a part of that under the present one, by which it is better. */
  private static final double BETTER = 0.8;

  /** Loss, in units of the fading one, that is worse than the stream has been so far. */
  private static final double WORSE = 1.5;

  /** What becomes of a scaling. */
  sealed interface Verdict {
    /**
     * The scaling stays.
     *
     * @param recent the rows after this look
     */
    record Stays(Recent recent) implements Verdict {}

    /**
     * What was learned holds under another scaling.
     *
     * @param scaling that other one
     */
    record Changes(RobustScaling scaling) implements Verdict {}

    /** Nothing that was learned holds for these rows. */
    record BeginsAnew() implements Verdict {}
  }

  /**
   * Looks at the rows.
   *
   * @param scores of the rows under another scaling, without learning from them
   */
  Verdict verdict(
      Recent recent, RobustScaling present, Function<RobustScaling, double[][]> scores) {
    BitSet unsuited = recent.unsuited(present);
    Recent looked = recent.looked(unsuited);
    BitSet tried = looked.tried(unsuited);
    if (tried.isEmpty()) {
      return new Verdict.Stays(looked);
    }
    double[][] targets = looked.rows().values(coding);
    double loss = looked.loss();
    double guess = guessed(targets);
    boolean worse = loss > WORSE * least;
    if (!(worse || loss > guess / 2)) {
      return new Verdict.Stays(looked);
    }
    RobustScaling other = present.with(RobustScaling.fit(looked.rows().rows()), tried);
    if (loss(scores.apply(other), targets) < BETTER * loss) {
      return new Verdict.Changes(other);
    }
    return worse && loss > guess
        ? new Verdict.BeginsAnew()
        : new Verdict.Stays(looked.refused(tried));
  }

  /** The mean loss of rows whose targets are predicted by their mean. */
  private double guessed(double[][] targets) {
    double[] mean = new double[coding.count()];
    for (double[] target : targets) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += target[j] / targets.length;
      }
    }
    return Arrays.stream(targets).mapToDouble(each -> coding.loss(mean, each)).average().orElse(0)
        / unit;
  }

  private double loss(double[][] scores, double[][] targets) {
    double loss = 0;
    for (int i = 0; i < targets.length; i++) {
      loss += coding.loss(scores[i], targets[i]) / targets.length;
    }
    return loss / unit;
  }
}
