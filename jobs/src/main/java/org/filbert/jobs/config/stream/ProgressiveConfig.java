package org.filbert.jobs.config.stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.EnumNamingStrategies;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.filbert.connectors.TaskKind;
import org.filbert.jobs.config.yaml.AtLeastOne;
import org.filbert.online.baseline.Baseline;
import org.filbert.online.baseline.LinearRegression;
import org.filbert.online.baseline.LogisticRegression;
import org.filbert.online.baseline.Majority;
import org.filbert.online.baseline.Mean;
import org.filbert.online.baseline.NoChange;
import org.filbert.online.progressive.LineRule;

/**
 * How a run is judged while it learns.
 *
 * @param every Labelled rows before the first line of the table.
 * @param growth Whether that number doubles from line to line or stays fixed.
 * @param window Window w: a row that is n rows back counts (1 - 1/w)ⁿ.
 * @param baselines Simple learners on the same rows, for comparison.
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
    /** Ridge regression on the features as they are. */
    LINEAR_REGRESSION,
    /** The mean of the targets so far. */
    MEAN,
    /** The class, or the target, of the row before. */
    NO_CHANGE;

    /** AdaGrad's η, as usual where features are of the order of 1. */
    private static final double RATE = 0.1;

    boolean isFor(TaskKind task) {
      return switch (this) {
        case LOGISTIC_REGRESSION, MAJORITY -> task == TaskKind.CLASSIFICATION;
        case LINEAR_REGRESSION, MEAN -> task == TaskKind.REGRESSION;
        case NO_CHANGE -> true;
      };
    }

    /** The learner of rows with this number of features, which has learned nothing. */
    public Baseline toBaseline(int features) {
      return switch (this) {
        case LOGISTIC_REGRESSION -> new LogisticRegression(RATE);
        case MAJORITY -> new Majority();
        case LINEAR_REGRESSION -> new LinearRegression(features);
        case MEAN -> new Mean();
        case NO_CHANGE -> new NoChange(null);
      };
    }
  }

  public ProgressiveConfig {
    AtLeastOne.require("every", every);
    AtLeastOne.require("window", window);
  }

  /** Refuses baselines that are not for the task. */
  void check(TaskKind task) {
    for (BaselineChoice baseline : baselines) {
      if (!baseline.isFor(task)) {
        throw new IllegalArgumentException(
            "progressive.baselines has %s, which is not for task: %s; allowed: %s"
                .formatted(
                    word(baseline),
                    word(task),
                    Arrays.stream(BaselineChoice.values())
                        .filter(choice -> choice.isFor(task))
                        .map(ProgressiveConfig::word)
                        .collect(Collectors.joining(", "))));
      }
    }
  }

  private static String word(Enum<?> choice) {
    return EnumNamingStrategies.KEBAB_CASE.convertEnumToExternalName(choice.name());
  }

  /** When lines are due. */
  public LineRule toRule() {
    return new LineRule(every, growth == Growth.DOUBLING);
  }
}
