package org.filbert.online.progressive;

import java.util.List;
import org.filbert.data.Target;
import org.filbert.online.Prediction;

/**
 * The ranges of scores and targets, each a maximum that fades with the window. Only predictions of
 * a model that has learned count.
 *
 * @param score the largest size of a score
 * @param target the largest size of a target; 1 for a class
 * @param spread the largest difference of a batch's scores in a column
 * @param batches of two or more rows that the spread is of
 */
record ScoreRange(double score, double target, double spread, long batches) {
  static final ScoreRange NONE = new ScoreRange(0, 0, 0, 0);

  /** Ratio to the targets below which scores are nothing. */
  private static final double TINY = 1e-6;

  /** Sizes of targets whose squares are below the normal numbers of double. */
  private static final double NO_SQUARE = 1e-140;

  /** With the predictions of a batch. */
  ScoreRange add(List<Prediction> predictions, double window) {
    List<Prediction> counted = predictions.stream().filter(each -> each.step() > 0).toList();
    if (counted.isEmpty()) {
      return this;
    }
    double fading = 1;
    double ofScores = 0;
    double ofTargets = 0;
    int columns = counted.get(0).scores().length;
    double[] least = new double[columns];
    double[] most = new double[columns];
    for (int i = 0; i < counted.size(); i++) {
      fading *= 1 - 1 / window;
      double[] scores = counted.get(i).scores();
      for (int c = 0; c < columns; c++) {
        ofScores = Math.max(ofScores, Math.abs(scores[c]));
        least[c] = i == 0 ? scores[c] : Math.min(least[c], scores[c]);
        most[c] = i == 0 ? scores[c] : Math.max(most[c], scores[c]);
      }
      ofTargets = Math.max(ofTargets, size(counted.get(i)));
    }
    double widest = 0;
    for (int c = 0; c < columns; c++) {
      widest = Math.max(widest, most[c] - least[c]);
    }
    return new ScoreRange(
        Math.max(fading * score, ofScores),
        Math.max(fading * target, ofTargets),
        Math.max(fading * spread, widest),
        counted.size() > 1 ? batches + 1 : batches);
  }

  private static double size(Prediction prediction) {
    if (!(prediction.target() instanceof Target.Values values)) {
      return prediction.target() == null ? 0 : 1;
    }
    double size = 0;
    for (double value : values.values()) {
      size = Math.max(size, Math.abs(value));
    }
    return size;
  }

  /** Whether the scores are nothing beside the targets. */
  boolean silent() {
    return target > 0 && score < TINY * target;
  }

  /** Whether the scores of a batch's rows are the same. */
  boolean constant() {
    return target > 0 && (silent() || (batches > 0 && spread < TINY * target));
  }

  /** Whether errors of such targets cannot be squared. */
  boolean tooSmall() {
    return target > 0 && target < NO_SQUARE;
  }
}
