package org.filbert.solver;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.random.Purpose;
import org.filbert.shard.Prepared;
import org.filbert.system.Rank;
import org.filbert.system.RowBatches;
import org.filbert.system.RowDraw;
import org.filbert.system.Spectrum;
import org.filbert.system.SystemOptions;

/**
 * How large a stochastic descent's sample, preconditioner, batches and steps are; what is absent is
 * found out. With β the largest φ(x)ᵀPφ(x) and λ = λ_{q+1}, both of P as it is made:
 *
 * <pre>
 *   m* = β/λ + 1     the largest batch that as much longer a step is stable for
 *   η  = m/β             for batches of m &lt; m* rows
 *   η  = 0.99·2m/(β + (m-1)·λ)      for larger ones
 * </pre>
 */
record Batches(
    OptionalInt subsample,
    OptionalInt eigenvectors,
    OptionalInt batchSize,
    OptionalDouble stepSize) {
  /** Unknowns of a block, which is of no importance to the method. */
  static final int BLOCK = 1024;

  private static final int SUBSAMPLE = 2000;
  private static final int LARGE_SUBSAMPLE = 12_000;
  private static final int LARGE = 100_000;

  /** Rows of the sample that β is the largest of. */
  private static final int NORM_ROWS = 4000;

  /** More rows than these in a batch hardly save time. */
  private static final int LARGEST_BATCH = 2000;

  /**
   * What was found.
   *
   * @param batch rows of a batch
   * @param steps of each ridge
   */
  record Sizes(int subsample, int eigenvectors, int batch, List<Double> steps) {}

  static void atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " is " + value + ", must be at least " + least);
    }
  }

  static void check(OptionalInt batchSize, OptionalDouble stepSize) {
    batchSize.ifPresent(value -> atLeast("batchSize", value, 1));
    stepSize.ifPresent(
        value -> {
          if (!(value > 0 && Double.isFinite(value))) {
            throw new IllegalArgumentException(
                "stepSize is " + value + ", must be a number above 0");
          }
        });
  }

  static void checkEigenvectors(int eigenvectors, int subsample) {
    if (eigenvectors >= subsample) {
      throw new IllegalArgumentException(
          "eigenvectors is %d, must be below subsample, %d".formatted(eigenvectors, subsample));
    }
  }

  static void check(SystemOptions system, String solver) {
    if (!system.batches()) {
      throw new IllegalArgumentException(
          "system.type is %s, which solver.type: %s does not go with"
              .formatted(system.type(), solver));
    }
  }

  private int subsample(int rows) {
    if (subsample.orElse(0) > rows) {
      throw new IllegalArgumentException(
          "subsample is %d, must be at most the number of training rows, %d"
              .formatted(subsample.orElse(0), rows));
    }
    int automatic = rows < LARGE ? SUBSAMPLE : LARGE_SUBSAMPLE;
    int found = subsample.orElse(Math.min(automatic, rows));
    eigenvectors.ifPresent(q -> checkEigenvectors(q, found));
    return found;
  }

  /** Makes the preconditioner, and finds out the rest. */
  Sizes choose(RowBatches batches, long seed) {
    int rows = batches.shards().stream().reduce(0, Math::addExact);
    int sample = subsample(rows);
    if (batchSize.orElse(0) > rows) {
      throw new IllegalArgumentException(
          "batchSize is %d, must be at most the number of training rows, %d"
              .formatted(batchSize.orElse(0), rows));
    }
    Spectrum spectrum =
        batches.precondition(
            batches.fetch(RowDraw.of(seed, Purpose.SUBSAMPLE, sample, batches.shards())),
            new Rank(eigenvectors.isPresent() ? (Integer) eigenvectors.getAsInt() : null, 5.0 / rows),
            seed);
    double[] beta =
        batches.norms(
            batches.fetch(RowDraw.of(seed, Purpose.NORM_SAMPLE, NORM_ROWS, batches.shards())));
    int batch = batchSize.orElseGet(() -> automatic(rows, critical(beta[0], spectrum, 0)));
    List<Double> steps =
        IntStream.range(0, beta.length)
            .mapToObj(m -> step(batch, beta[m], critical(beta[m], spectrum, m), spectrum, m))
            .toList();
    return new Sizes(sample, spectrum.rank(), batch, steps);
  }

  private static double critical(double beta, Spectrum spectrum, int m) {
    return beta / spectrum.next().get(m) + 1; // infinite if nothing is left
  }

  private static int automatic(int rows, double critical) {
    double most = Math.min(LARGEST_BATCH, Math.max(1, (rows + 9) / 10));
    return (int) Math.max(1, Math.min(most, critical));
  }

  private double step(int batch, double beta, double critical, Spectrum spectrum, int m) {
    if (stepSize.isPresent()) {
      return stepSize.getAsDouble();
    }
    if (!(beta > 0)) {
      return 0; // φ is 0 for all rows: there is nothing to learn
    }
    return batch < critical
        ? batch / beta
        : 0.99 * 2 * batch / (beta + (batch - 1) * spectrum.next().get(m));
  }

  /** The sample's matrix and eigenvectors, batches on their way. */
  List<Plan.Item> memory(Prepared prepared, Precision precision) {
    long m = subsample.orElse(Math.min(prepared.rows() < LARGE ? SUBSAMPLE : LARGE_SUBSAMPLE, prepared.rows()));
    long q = eigenvectors.orElse((int) (m / 3));
    long batch = batchSize.orElse(LARGEST_BATCH);
    return List.of(
        new Plan.Item("sample's eigensystem", 2 * m * m * precision.bytes() + m * m * Double.BYTES),
        new Plan.Item("eigenvectors", 2 * m * q * Double.BYTES),
        new Plan.Item("batches", 4 * Math.max(m, batch) * prepared.rowBytes()));
  }
}
