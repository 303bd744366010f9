package org.filbert.online.progressive;

import java.util.ArrayList;
import java.util.List;
import org.filbert.data.Rows;
import org.filbert.kernel.SpectralKernel;
import org.filbert.online.GradientOptions;
import org.filbert.online.Prediction;
import org.filbert.online.RowLimits;

/**
 * Signs that a run cannot learn, from what has passed anyway.
 *
 * @param farRows rows far from the others, as {@link RowLimits#far} says
 */
record Symptoms(long farRows, Likeness likeness, ScoreRange scores) {
  static final Symptoms NONE = new Symptoms(0, Likeness.NONE, ScoreRange.NONE);

  /** With a batch and its predictions. */
  Symptoms add(Rows x, List<Prediction> predictions, GradientOptions options, double window) {
    return new Symptoms(
        farRows + RowLimits.of(options.spectral(), options.precision()).far(x),
        likeness.add(x, options.spectral()),
        scores.add(predictions, window));
  }

  /** A sentence for each sign. */
  List<String> notices(GradientOptions options) {
    SpectralKernel kernel = options.spectral();
    List<String> notices = new ArrayList<>();
    String width = likeness.problem(kernel);
    if (scores.constant()) {
      String cause =
          width != null
              ? width
              : scores.silent()
                  ? "its scores are below a millionth of the targets: a larger learner.step helps"
                  : "it does not tell the rows apart";
      notices.add("the model is a constant: " + cause);
    } else if (width != null) {
      notices.add(width);
    }
    if (scores.tooSmall()) {
      notices.add(
          "the targets have squares below the smallest double: errors of 0 are none; targets in"
              + " smaller units help");
    }
    return notices;
  }
}
