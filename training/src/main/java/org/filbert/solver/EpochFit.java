package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.FormerName;
import org.filbert.shard.Score;
import org.filbert.system.equations.Fit;

/**
 * How well the rows of an epoch were fitted, each before it was learned from: a score and a sum of
 * squares for each ridge.
 *
 * @param targets2 ‖y‖² of all these rows
 */
@FormerName("org.filbert.solver.Tally")
record EpochFit(List<Score> scores, List<Double> misfit2, double targets2) {
  static EpochFit none(int ridges) {
    return new EpochFit(
        IntStream.range(0, ridges).mapToObj(m -> new Score(0, 0, 0, 0)).toList(),
        IntStream.range(0, ridges).mapToObj(m -> 0.0).toList(),
        0);
  }

  EpochFit plus(EpochFit other) {
    List<Score> all = new ArrayList<>();
    List<Double> sums = new ArrayList<>();
    for (int m = 0; m < scores.size(); m++) {
      all.add(scores.get(m).merge(other.scores.get(m)));
      sums.add(misfit2.get(m) + other.misfit2.get(m));
    }
    return new EpochFit(all, sums, targets2 + other.targets2);
  }

  /** Fits with these numbers in place of those of the training rows. */
  List<Fit> on(List<Fit> fits) {
    return IntStream.range(0, fits.size())
        .mapToObj(
            m -> new Fit(misfit2.get(m), Double.NaN, targets2, misfit2.get(m), 0, scores.get(m)))
        .toList();
  }
}
