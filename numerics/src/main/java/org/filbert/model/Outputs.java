package org.filbert.model;

import java.util.List;
import org.filbert.data.RefusedException;
import org.filbert.data.Target;

/** What the columns of a model's scores mean. */
public sealed interface Outputs {
  /** Number k of score columns. */
  int columns();

  /** What the scores of a row stand for. */
  Target target(double[] scores);

  /** The classes or the number of targets, for messages. */
  default String described() {
    return this instanceof Classes classes
        ? "the classes " + classes.names()
        : columns() + " targets";
  }

  /**
   * Classes by the names they have in the user's data. Two classes share one column: above 0 means
   * the second. More classes have a column each and the highest score wins, the first on a tie.
   */
  record Classes(List<String> names) implements Outputs {
    public Classes {
      names = List.copyOf(names);
      if (names.size() < 2) {
        throw new RefusedException("found the classes " + names + ", at least 2 are needed");
      }
    }

    @Override
    public int columns() {
      return names.size() == 2 ? 1 : names.size();
    }

    @Override
    public Target target(double[] scores) {
      return new Target.ClassName(names.get(winner(scores, 0, scores.length)));
    }

    /**
     * Index of the class that k scores, from a place in an array on, stand for: the highest, the
     * first on a tie; of a single score, whether it is above 0.
     */
    public static int winner(double[] scores, int from, int k) {
      if (k == 1) {
        return scores[from] > 0 ? 1 : 0;
      }
      int best = 0;
      for (int j = 1; j < k; j++) {
        if (scores[from + j] > scores[from + best]) {
          best = j;
        }
      }
      return best;
    }

    /** Target of a column for a row of the given class: +1 or -1. */
    public double target(int label, int column) {
      return (names.size() == 2 ? label == 1 : label == column) ? 1 : -1;
    }
  }

  /** Regression targets; the means, one for each column, are added to the scores. */
  record Targets(double[] means) implements Outputs {
    public Targets {
      if (means.length == 0) {
        throw new RefusedException("found no targets, at least 1 is needed");
      }
    }

    @Override
    public int columns() {
      return means.length;
    }

    @Override
    public Target target(double[] scores) {
      return new Target.Values(scores);
    }
  }
}
