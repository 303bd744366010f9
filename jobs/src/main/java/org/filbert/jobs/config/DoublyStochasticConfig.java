package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import java.util.OptionalInt;
import org.filbert.jobs.config.GradientsConfig.AlgorithmChoice;
import org.filbert.jobs.config.GradientsConfig.LossChoice;
import org.filbert.online.StepSize;

/**
 * Doubly stochastic gradients on a data set; keys as in {@link GradientsConfig}, and
 *
 * @param batchSize rows of a batch, on average
 * @param epochs passes over the training rows
 */
public record DoublyStochasticConfig(
    @JsonProperty(defaultValue = "cdsg") AlgorithmChoice algorithm,
    OptionalInt added,
    OptionalInt updated,
    OptionalInt candidates,
    @JsonProperty(defaultValue = "square") LossChoice loss,
    @JsonProperty(defaultValue = "1024") int batchSize,
    @JsonProperty(defaultValue = "128") int blockSize,
    StepSize step,
    @JsonProperty(defaultValue = "0.0") double lambda,
    @JsonProperty(defaultValue = "1000") int maxBlocks,
    @JsonProperty(defaultValue = "1") int average,
    int epochs)
    implements SolverConfig {

  public DoublyStochasticConfig {
    new GradientsConfig(
        algorithm, added, updated, candidates, loss, blockSize, step, lambda, maxBlocks, average);
    AtLeastOne.require("batchSize", batchSize);
    AtLeastOne.require("epochs", epochs);
  }

  /** What a run over a stream has too. */
  public GradientsConfig gradients() {
    return new GradientsConfig(
        algorithm, added, updated, candidates, loss, blockSize, step, lambda, maxBlocks, average);
  }

  @Override
  public Optional<String> needsValidation() {
    return Optional.empty();
  }

  @Override
  public boolean needsLinearKernel() {
    return false;
  }
}
