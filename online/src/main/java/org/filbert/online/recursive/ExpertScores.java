package org.filbert.online.recursive;

import java.util.List;
import org.filbert.online.recursive.RecursiveTasks.Answer;

/**
 * The scores of rows by expert.
 *
 * @param byExpert m × k, row after row
 * @param columns k
 */
record ExpertScores(double[][] byExpert, int columns) {
  /** From the workers' answers, which are closed. */
  static ExpertScores of(List<Answer> answers, int experts, int columns) {
    double[][] byExpert = new double[experts][];
    for (Answer answer : answers) {
      for (int i = 0; i < answer.experts().size(); i++) {
        byExpert[answer.experts().get(i)] = answer.scores().row(i);
      }
      answer.scores().close();
    }
    return new ExpertScores(byExpert, columns);
  }

  /** The sum of a row's scores times the experts' weights, in the order of the experts. */
  double[] sum(int row, double[] weights) {
    double[] sum = new double[columns];
    for (int e = 0; e < weights.length; e++) {
      double[] scores = byExpert[e];
      for (int j = 0; j < columns; j++) {
        sum[j] += weights[e] * scores[row * columns + j];
      }
    }
    return sum;
  }

  /** The loss of each expert for a row. */
  double[] losses(int row, double[] target, double unit, Coding coding) {
    double[] losses = new double[byExpert.length];
    for (int e = 0; e < losses.length; e++) {
      losses[e] = coding.loss(byExpert[e], row * columns, target) / unit;
    }
    return losses;
  }
}
