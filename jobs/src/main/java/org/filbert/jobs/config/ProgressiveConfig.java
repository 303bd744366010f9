package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.filbert.online.baseline.Baseline;
import org.filbert.online.baseline.LogisticRegression;
import org.filbert.online.baseline.Majority;
import org.filbert.online.baseline.NoChange;
import org.filbert.online.progressive.LineRule;

/**
 * How a run is judged while it learns.
 *
 * @param every labelled rows before the first line of the table
 * @param growth whether lines come at doubling or at fixed intervals
 * @param window rows of the fading window
 * @param baselines simple learners to compare with
 */
public record ProgressiveConfig(
    @JsonProperty(defaultValue = "1000") long every,
    @JsonProperty(defaultValue = "doubling") Growth growth,
    @JsonProperty(defaultValue = "1000") int window,
    @JsonProperty(defaultValue = "[]") List<BaselineChoice> baselines) {

  /** From line to line. */
  public enum Growth {
    DOUBLING,
    FIXED
  }

  /** Simple learners. */
  public enum BaselineChoice {
    /** Multinomial logistic regression on the features as they are. */
    LOGISTIC_REGRESSION,
    /** The most frequent class so far. */
    MAJORITY,
    /** The class of the row before. */
    NO_CHANGE;

    /** AdaGrad's η, as usual where features are of the order of 1. */
    private static final double RATE = 0.1;

    /** The learner, which has learned nothing. */
    public Baseline toBaseline() {
      return switch (this) {
        case LOGISTIC_REGRESSION -> new LogisticRegression(RATE);
        case MAJORITY -> new Majority();
        case NO_CHANGE -> new NoChange(null);
      };
    }
  }

  public ProgressiveConfig {
    AtLeastOne.require("every", every);
    AtLeastOne.require("window", window);
  }

  /** When lines are due. */
  public LineRule toRule() {
    return new LineRule(every, growth == Growth.DOUBLING);
  }
}
