package org.filbert.jobs.training.tuning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.jobs.config.training.TuningConfig;

/**
 * The rounds of a search. Successive halving (K. Jamieson, A. Talwalkar 2016, <i>Non-stochastic
 * best arm identification and hyperparameter optimization</i>) has several: with η the factor, one
 * of η trials goes on to the next, with η times the budget.
 *
 * @param budgets share of the rows or epochs in each round; 1 in the last
 * @param factor η
 */
record Rounds(List<Double> budgets, int factor) {
  /** Against rounding in a power of the factor. */
  private static final double TOLERANCE = 1e-9;

  /** One round with all rows and epochs. */
  static final Rounds ONE = new Rounds(List.of(1.0), 2);

  Rounds {
    budgets = List.copyOf(budgets);
  }

  /** The rounds of a search that begins with so many trials. */
  static Rounds of(TuningConfig search, int trials) {
    if (search.search() != TuningConfig.Search.HALVING) {
      return ONE;
    }
    int eta = search.factor();
    List<Double> budgets = new ArrayList<>(List.of(1.0));
    double budget = 1;
    for (int left = trials / eta; left > 0; left /= eta) {
      budget /= eta;
      if (budget < search.least() * (1 - TOLERANCE)) {
        break;
      }
      budgets.add(0, budget);
    }
    return new Rounds(budgets, eta);
  }

  /** Number of trials that go on from so many. */
  int survivors(int trials) {
    return (trials + factor - 1) / factor;
  }

  /**
   * Numbers of the trials that go on, ascending.
   *
   * @param losses infinite for those that failed, which do not go on
   */
  List<Integer> survivors(List<Double> losses) {
    return IntStream.range(0, losses.size())
        .filter(i -> Double.isFinite(losses.get(i)))
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(losses::get).thenComparing(i -> -i))
        .limit(survivors(losses.size()))
        .sorted()
        .toList();
  }

  /** The trainings of all rounds together, a whole one counting 1. */
  double work(int trials) {
    double work = 0;
    int left = trials;
    for (double budget : budgets) {
      work += left * budget;
      left = survivors(left);
    }
    return work;
  }
}
