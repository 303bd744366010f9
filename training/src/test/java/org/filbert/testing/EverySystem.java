package org.filbert.testing;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Polynomial;
import org.filbert.system.BinningOptions;
import org.filbert.system.FeatureOptions;
import org.filbert.system.NystromOptions;
import org.junit.jupiter.api.Named;

/** The same run on every kind of system: what a solver does on one it must do on all. */
public final class EverySystem {
  private EverySystem() {}

  /** Runs on the full kernel and on p columns of every kind. */
  public static Stream<Named<RunOptions>> of(int columns, int blockSize, int epochs) {
    return Stream.concat(
        Stream.of(Named.of("full kernel", RunOptions.of(new Gaussian(1), blockSize, epochs))),
        ofColumns(columns, blockSize, epochs));
  }

  /** Runs on p columns of every kind. */
  public static Stream<Named<RunOptions>> ofColumns(int columns, int blockSize, int epochs) {
    RunOptions gaussian = RunOptions.of(new Gaussian(1), blockSize, epochs);
    return Stream.of(
        Named.of("landmarks", gaussian.withSystem(nystrom(columns, 1e-3))),
        Named.of(
            "landmarks in random order",
            gaussian.withSystem(
                nystrom(columns, NystromOptions.Sampling.UNIFORM, NystromOptions.Order.RANDOM))),
        Named.of(
            "pivoted landmarks",
            gaussian.withSystem(
                nystrom(columns, NystromOptions.Sampling.PIVOTED, NystromOptions.Order.ALIKE))),
        Named.of("cosines", gaussian.withSystem(fourier(columns, RandomFourier.Form.COSINE))),
        Named.of(
            "cosines and sines",
            gaussian.withSystem(fourier(columns, RandomFourier.Form.COSINE_SINE))),
        Named.of(
            "hashing",
            RunOptions.of(new Linear(), blockSize, epochs)
                .withSystem(
                    new FeatureOptions(
                        columns, Optional.of(FeatureOptions.MapKind.HASHING), Optional.empty()))),
        Named.of(
            "bins",
            RunOptions.of(new Laplacian(1), blockSize, epochs)
                .withSystem(binning(Math.max(1, columns / blockSize)))),
        Named.of(
            "TensorSketch",
            RunOptions.of(new Polynomial(2, 1, 1), blockSize, epochs)
                .withSystem(tensorSketch(columns))));
  }

  /** Random binning for the laplacian kernel. */
  public static BinningOptions binning(int grids) {
    return new BinningOptions(grids, OptionalInt.empty());
  }

  /** Sketches for the polynomial kernel. */
  public static FeatureOptions tensorSketch(int features) {
    return new FeatureOptions(
        features, Optional.of(FeatureOptions.MapKind.TENSOR_SKETCH), Optional.empty());
  }

  /** Random Fourier features. */
  public static FeatureOptions fourier(int features, RandomFourier.Form form) {
    return new FeatureOptions(features, Optional.empty(), Optional.of(form));
  }

  /** Uniform landmarks that stand with their like. */
  public static NystromOptions nystrom(int landmarks, double gamma) {
    return new NystromOptions(
        landmarks, Optional.empty(), OptionalDouble.of(gamma), Optional.empty());
  }

  private static NystromOptions nystrom(
      int landmarks, NystromOptions.Sampling sampling, NystromOptions.Order order) {
    return new NystromOptions(
        landmarks, Optional.of(sampling), OptionalDouble.of(1e-3), Optional.of(order));
  }
}
