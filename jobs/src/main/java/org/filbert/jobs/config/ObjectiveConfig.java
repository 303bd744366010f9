package org.filbert.jobs.config;

import java.util.Optional;
import org.filbert.system.Ridge;
import org.filbert.train.ClassWeights;

/**
 * What a solver of kernel systems minimises: the squared error, and a penalty on the function.
 *
 * @param ridge the penalty, or several to choose from; or lambda is given
 * @param lambda ridge divided by the number of training rows
 * @param classWeights how much the rows of each class count in the loss; absent: all alike
 */
public record ObjectiveConfig(
    Optional<Ascending> ridge,
    Optional<Ascending> lambda,
    Optional<ClassWeightsConfig> classWeights) {
  public ObjectiveConfig {
    if (ridge.isPresent() == lambda.isPresent()) {
      throw new IllegalArgumentException(
          (ridge.isPresent()
                  ? "lambda and ridge are both given"
                  : "ridge and lambda are both missing")
              + ", must be exactly one of them (lambda = ridge / n)");
    }
  }

  public Ridge toRidge() {
    return new Ridge(ridge.or(() -> lambda).orElseThrow().values(), lambda.isPresent());
  }

  public ClassWeights weights() {
    return classWeights.map(ClassWeightsConfig::weights).orElseGet(ClassWeights.Equal::new);
  }

  /** The key that asks for a choice by validation rows, if there is one. */
  Optional<String> choice() {
    return toRidge().values().size() > 1
        ? Optional.of(ridge.isPresent() ? "ridge" : "lambda")
        : Optional.empty();
  }
}
