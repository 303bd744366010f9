package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.OptionalInt;
import org.filbert.features.RandomFourier;
import org.filbert.jobs.config.yaml.AtLeastOne;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;
import org.filbert.loss.HingeLoss;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.Loss;
import org.filbert.loss.SoftmaxLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.loss.SquaredHingeLoss;
import org.filbert.online.Algorithm;
import org.filbert.online.GradientOptions;
import org.filbert.online.StepSize;

/**
 * Options of doubly stochastic gradients.
 *
 * @param algorithm Which block a step updates: a new one or an old one.
 * @param added For {@code udsg}: steps in a row that add a block. Default: 1
 * @param updated For {@code udsg}: steps in a row that update an old block. Default: 1
 * @param candidates For {@code cdsg}: old blocks that are compared with a new one. Default: 4
 * @param loss The loss; regression has {@code square} only.
 * @param blockSize Number F of random frequencies of a block, two features each.
 * @param step The step size of step t = 1, 2, …
 * @param lambda Shrinkage λ, 0 or more: a step multiplies coefficients by 1 - γλ.
 * @param maxBlocks Number of blocks after which only old ones are updated.
 * @param average Recent models, roughly, that the model is the mean of; 1: the last one alone.
 */
public record GradientsConfig(
    @JsonProperty(defaultValue = "cdsg") AlgorithmChoice algorithm,
    OptionalInt added,
    OptionalInt updated,
    OptionalInt candidates,
    @JsonProperty(defaultValue = "square") LossChoice loss,
    @JsonProperty(defaultValue = "128") int blockSize,
    StepSize step,
    @JsonProperty(defaultValue = "0.0") double lambda,
    @JsonProperty(defaultValue = "1000") int maxBlocks,
    @JsonProperty(defaultValue = "1") int average)
    implements LearnerConfig {
  /** Which block a step updates. */
  public enum AlgorithmChoice {
    DSG,
    UDSG,
    CDSG,
    CDSG_INEQUALITY
  }

  /** What is minimised. */
  public enum LossChoice {
    SQUARE,
    LOGISTIC,
    SOFTMAX,
    HINGE,
    SQUARED_HINGE
  }

  public GradientsConfig {
    requireOnlyFor("added", added, algorithm == AlgorithmChoice.UDSG, "udsg");
    requireOnlyFor("updated", updated, algorithm == AlgorithmChoice.UDSG, "udsg");
    requireOnlyFor("candidates", candidates, algorithm == AlgorithmChoice.CDSG, "cdsg");
    candidates.ifPresent(value -> AtLeastOne.require("candidates", value));
    AtLeastOne.require("blockSize", blockSize);
    AtLeastOne.require("maxBlocks", maxBlocks);
    AtLeastOne.require("average", average);
    if (!(lambda >= 0 && Double.isFinite(lambda))) {
      throw new IllegalArgumentException("lambda is " + lambda + ", must be a number of 0 or more");
    }
  }

  @JsonIgnore
  @Override
  public int batchSize() {
    return 128;
  }

  @JsonIgnore
  @Override
  public Duration topicDelay() {
    return Duration.ofSeconds(1);
  }

  private static void requireOnlyFor(
      String key, OptionalInt value, boolean applies, String algorithm) {
    if (value.isPresent() && !applies) {
      throw new IllegalArgumentException(
          key + " is given, which only algorithm: " + algorithm + " has");
    }
  }

  /** The options of the numerics. */
  public GradientOptions options(
      Kernel kernel, int features, long seed, Precision precision, long frequencyBytes) {
    return new GradientOptions(
        new RandomFourier(kernel, features, 2 * blockSize, seed, RandomFourier.Form.COSINE_SINE),
        precision,
        switch (algorithm) {
          case DSG -> new Algorithm.Dsg();
          case UDSG -> new Algorithm.Udsg(added.orElse(1), updated.orElse(1));
          case CDSG -> new Algorithm.Cdsg(candidates.orElse(4));
          case CDSG_INEQUALITY -> new Algorithm.InequalityCdsg();
        },
        toLoss(),
        step,
        lambda,
        maxBlocks,
        average,
        frequencyBytes);
  }

  private Loss toLoss() {
    return switch (loss) {
      case SQUARE -> new SquareLoss();
      case LOGISTIC -> new LogisticLoss();
      case SOFTMAX -> new SoftmaxLoss();
      case HINGE -> new HingeLoss();
      case SQUARED_HINGE -> new SquaredHingeLoss();
    };
  }
}
