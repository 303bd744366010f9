package org.filbert.train.columns;

import org.filbert.model.LearnedMetric;
import org.filbert.model.NormalScores;
import org.filbert.model.RowEncoder;

/** Whether the numbers of dense rows become the normal quantiles of their ranks. */
public enum Quantiles {
  /** They stay as they were scaled. */
  NONE,
  /** They do: {@link org.filbert.model.NormalScores}. */
  NORMAL,
  /** They do where rows then predict each other better. */
  AUTO;

  /** What has become of the numbers that an encoder makes. */
  public static Quantiles of(RowEncoder encoder) {
    return encoder instanceof LearnedMetric metric
        ? of(metric.encoder())
        : encoder instanceof NormalScores ? NORMAL : NONE;
  }
}
