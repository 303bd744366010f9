package org.filbert.jobs.config.training;

import java.util.List;
import java.util.Optional;
import org.filbert.data.TargetTransform;
import org.filbert.jobs.config.section.ClassWeightsConfig;
import org.filbert.jobs.config.yaml.Ascending;
import org.filbert.jobs.config.yaml.AscendingOrAuto;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.SmoothLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.loss.SquaredHingeLoss;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.Risk;
import org.filbert.train.method.Objective;
import org.filbert.train.rows.ClassWeights;

/**
 * The loss and the penalty that solvers of kernel systems minimise.
 *
 * @param ridge The regularisation, above 0, or an ascending list to choose from by validation rows.
 *     {@code auto}: the one by which a sample of training rows predict each other best.
 * @param lambda In place of {@code ridge}: ridge / n.
 * @param loss ½(f - y)², log(1 + exp(-y·f)) or max(0, 1 - y·f)² of every output. Default: {@code
 *     square}
 * @param penalty ½·ridge·‖w‖² or ridge·‖w‖₁. Default: {@code l2}
 * @param classWeights For classification: how much the rows of each class count. {@code balanced}:
 *     all classes alike. {@code auto}, of the square loss: a class of two that has less than a
 *     tenth of the rows counts more, and a class is still predicted where it is the likelier one.
 *     Default: 1 for all
 * @param target For regression: what is learned of the targets. {@code log}: their logarithms, for
 *     targets above 0 whose errors grow with them; predictions, errors and intervals are in the
 *     targets' own unit. {@code auto}: their logarithms, if rows then predict each other better.
 *     Default: {@code none}
 */
public record ObjectiveConfig(
    Optional<AscendingOrAuto> ridge,
    Optional<Ascending> lambda,
    Optional<LossChoice> loss,
    Optional<Risk.Norm> penalty,
    Optional<ClassWeightsConfig> classWeights,
    Optional<TargetChoice> target) {
  private static final Ridge OPEN = new Ridge(0.01, false);

  /** A loss of fitted values. */
  public enum LossChoice {
    /** ½(f - y)². */
    SQUARE,
    /** log(1 + exp(-yf)). */
    LOGISTIC,
    /** max(0, 1 - yf)². */
    SQUARED_HINGE
  }

  /** What is learned of numbers as targets. */
  public enum TargetChoice {
    /** The numbers. */
    NONE,
    /** Their logarithms. */
    LOG,
    /** Their logarithms, if rows then predict each other better. */
    AUTO
  }

  public ObjectiveConfig {
    if (ridge.isPresent() == lambda.isPresent()) {
      throw new IllegalArgumentException(
          (ridge.isPresent()
                  ? "lambda and ridge are both given"
                  : "ridge and lambda are both missing")
              + ", must be exactly one of them (lambda = ridge / n)");
    }
    if (ridge.filter(AscendingOrAuto::isAuto).isPresent()) {
      requireOpenRidge("loss: square", loss.orElse(LossChoice.SQUARE) == LossChoice.SQUARE);
      requireOpenRidge("penalty: l2", penalty.orElse(Risk.Norm.L2) == Risk.Norm.L2);
    }
  }

  private static void requireOpenRidge(String need, boolean met) {
    if (!met) {
      throw new IllegalArgumentException("ridge is auto, which needs " + need);
    }
  }

  /** Whether the ridge is chosen by leaving training rows out. */
  boolean automaticRidge() {
    return ridge.filter(AscendingOrAuto::isAuto).isPresent();
  }

  /** Whether logarithms of targets are chosen by leaving training rows out. */
  boolean automaticTarget() {
    return target.filter(TargetChoice.AUTO::equals).isPresent();
  }

  /** The ridge, or what stands for an automatic one until it is chosen. */
  public Ridge toRidge() {
    if (automaticRidge()) {
      return OPEN;
    }
    List<Double> values =
        ridge.map(AscendingOrAuto::values).or(() -> lambda.map(Ascending::values)).orElseThrow();
    return new Ridge(values, lambda.isPresent());
  }

  public Risk toRisk() {
    SmoothLoss chosen =
        switch (loss.orElse(LossChoice.SQUARE)) {
          case SQUARE -> new SquareLoss();
          case LOGISTIC -> new LogisticLoss();
          case SQUARED_HINGE -> new SquaredHingeLoss();
        };
    return new Risk(chosen, penalty.orElse(Risk.Norm.L2));
  }

  public Objective toObjective() {
    return new Objective(
        toRidge(),
        toRisk(),
        classWeights.map(ClassWeightsConfig::weights).orElseGet(ClassWeights.Equal::new),
        target.orElse(TargetChoice.NONE) == TargetChoice.LOG
            ? TargetTransform.LOG
            : TargetTransform.NONE);
  }

  /** The key that asks for a choice by validation rows, if there is one. */
  Optional<String> choice() {
    return toRidge().values().size() > 1
        ? Optional.of(ridge.isPresent() ? "ridge" : "lambda")
        : Optional.empty();
  }
}
