package org.filbert.online.progressive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.filbert.data.Rows;
import org.filbert.kernel.SpectralKernel;
import org.filbert.online.OnlineLearner;
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
  Symptoms add(Rows x, List<Prediction> predictions, OnlineLearner<?> learner, double window) {
    SpectralKernel kernel = learner.kernel().orElse(null);
    return new Symptoms(
        kernel == null ? 0 : farRows + RowLimits.of(kernel, learner.precision()).far(x),
        kernel == null ? likeness : likeness.add(x, kernel),
        scores.add(predictions, window));
  }

  /** A sentence for each sign. */
  List<String> notices(Optional<SpectralKernel> kernel) {
    List<String> notices = new ArrayList<>();
    String width = kernel.map(likeness::problem).orElse(null);
    if (scores.constant()) {
      String cause =
          width != null
              ? width
              : scores.silent() && kernel.isPresent()
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
