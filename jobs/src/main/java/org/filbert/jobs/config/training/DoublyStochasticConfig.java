package org.filbert.jobs.config.training;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import java.util.OptionalInt;
import org.filbert.jobs.config.section.GradientsConfig;
import org.filbert.jobs.config.section.GradientsConfig.AlgorithmChoice;
import org.filbert.jobs.config.section.GradientsConfig.LossChoice;
import org.filbert.jobs.config.yaml.AtLeastOne;
import org.filbert.linalg.Precision;
import org.filbert.online.StepSize;
import org.filbert.online.batch.DoublyStochasticDescent;
import org.filbert.shard.Prepared;
import org.filbert.solver.SolverOptions;
import org.filbert.solver.SolverType;
import org.filbert.solver.Stopping;
import org.filbert.train.method.Evaluation;
import org.filbert.train.method.Method;
import org.filbert.train.method.MethodOptions;

/**
 * Options of doubly stochastic gradients.
 *
 * @param batchSize Mean number of rows of a batch.
 * @param epochs Number of passes over the training rows.
 * @param patience Epochs without a lower validation error before stopping. Default: never
 * @see GradientsConfig
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
    int epochs,
    OptionalInt patience)
    implements MethodOptions {

  public DoublyStochasticConfig {
    new GradientsConfig(
        algorithm, added, updated, candidates, loss, blockSize, step, lambda, maxBlocks, average);
    AtLeastOne.require("batchSize", batchSize);
    AtLeastOne.require("epochs", epochs);
    SolverOptions.atLeast("patience", patience, 1);
  }

  /** What a run over a stream has too. */
  public GradientsConfig gradients() {
    return new GradientsConfig(
        algorithm, added, updated, candidates, loss, blockSize, step, lambda, maxBlocks, average);
  }

  @Override
  public Stopping stopping() {
    return new Stopping(epochs, 0, patience.orElse(0));
  }

  @Override
  public String variant() {
    return algorithm.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Method<?> method(
      Prepared prepared, Precision precision, long seed, long cacheBytes, Evaluation evaluation) {
    return new DoublyStochasticDescent(
        new DoublyStochasticDescent.Options(
            gradients()
                .options(prepared.kernel(), prepared.features(), seed, precision, cacheBytes),
            batchSize,
            stopping(),
            evaluation),
        prepared);
  }

  /** The registration of this type. */
  public static final class Type extends SolverType {
    public Type() {
      super("doubly-stochastic", DoublyStochasticConfig.class, DoublyStochasticDescent.messages());
    }
  }
}
