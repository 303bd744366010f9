package org.filbert.testing;

import java.util.OptionalInt;
import java.util.TreeMap;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Precision;
import org.filbert.loss.Loss;
import org.filbert.online.Algorithm;
import org.filbert.online.DoublyStochasticGradients;
import org.filbert.online.StepSize;
import org.filbert.train.BatchState;
import org.filbert.train.DoublyStochasticDescent;
import org.filbert.train.Evaluation;
import org.filbert.train.Preparation;
import org.filbert.train.Scaling;
import org.filbert.train.Storage;
import org.filbert.train.Training;

/** Doubly stochastic trainings as the tests want them. */
public final class Descents {
  private Descents() {}

  /** Options with a gaussian kernel, no shrinking and no limit on the blocks. */
  public static DoublyStochasticDescent.Options options(
      double sigma,
      int features,
      int blockSize,
      Algorithm algorithm,
      Loss loss,
      double gamma,
      int batchSize,
      int epochs) {
    return new DoublyStochasticDescent.Options(
        new DoublyStochasticGradients.Options(
            new RandomFourier(
                new Gaussian(sigma), features, 2 * blockSize, 7, RandomFourier.Form.COSINE_SINE),
            Precision.SINGLE,
            algorithm,
            loss,
            new StepSize.Constant(gamma),
            0,
            Integer.MAX_VALUE,
            1,
            64L << 20),
        batchSize,
        epochs,
        new Evaluation(OptionalInt.of(1), OptionalInt.empty()));
  }

  /** The same with other random numbers: features, batches, choices of blocks. */
  public static DoublyStochasticDescent.Options seeded(
      DoublyStochasticDescent.Options options, long seed) {
    DoublyStochasticGradients.Options own = options.gradients();
    RandomFourier map = own.map();
    return new DoublyStochasticDescent.Options(
        new DoublyStochasticGradients.Options(
            new RandomFourier(map.kernel(), map.inputs(), map.outputs(), seed, map.form()),
            own.precision(),
            own.algorithm(),
            own.loss(),
            own.step(),
            own.lambda(),
            own.maxBlocks(),
            own.average(),
            own.frequencyBytes()),
        options.batchSize(),
        options.epochs(),
        options.evaluation());
  }

  /** A whole training. */
  public static Training<BatchState> training(
      DoublyStochasticDescent.Options options, Scaling scaling) {
    return new Training<>(
        new Training.Settings<>(
            preparation(options, scaling),
            same -> new DoublyStochasticDescent(options),
            new Training.MemoryLimits(0, false),
            "test",
            new TreeMap<>()));
  }

  public static Preparation preparation(DoublyStochasticDescent.Options options, Scaling scaling) {
    return new Preparation(
        7,
        options.gradients().precision(),
        scaling,
        Storage.AUTO,
        true,
        options.gradients().map().kernel(),
        false);
  }
}
