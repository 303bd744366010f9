package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.data.RefusedException;
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
 * found out. With β the largest φ(x)ᵀPφ(x), and λ the largest eigenvalue of P times the mean of
 * φφᵀ:
 *
 * <pre>
 *   m* = β/λ + 1     the largest batch that as much longer a step is stable for
 *   η  = m/β             for batches of m &lt; m* rows
 *   η  = 0.99·2m/(β + (m-1)·λ)      for larger ones
 * </pre>
 *
 * <p>In the sample that P is made of λ is λ_{q+1}, which is what the papers take. But the sample's
 * eigenvectors are not those of all rows, and what they leave has eigenvalues several times as
 * large (on Letter, with M = 2,000 and q = 665, 3.4 times): λ and β are measured on other rows.
 */
record Batches(
    OptionalInt subsample,
    OptionalInt eigenvectors,
    OptionalInt batchSize,
    OptionalDouble stepSize) {
  private static final int SUBSAMPLE = 2000;
  private static final int LARGE_SUBSAMPLE = 12_000;
  private static final int LARGE = 100_000;

  /** Rows that β and λ are measured with. */
  private static final int NORM_ROWS = 2000;

  /** More rows than these in a batch hardly save time. */
  private static final int LARGEST_BATCH = 2000;

  /**
   * What was found.
   *
   * @param batch rows of a batch
   * @param steps of each ridge
   */
  record Sizes(int subsample, int eigenvectors, int batch, List<Double> steps) {}

  static void check(OptionalInt batchSize, OptionalDouble stepSize) {
    SolverOptions.atLeast("batchSize", batchSize, 1);
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
      throw new RefusedException(
          "eigenvectors is %d, must be below subsample, %d".formatted(eigenvectors, subsample));
    }
  }

  private int subsample(int rows) {
    if (subsample.orElse(0) > rows) {
      throw new RefusedException(
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
      throw new RefusedException(
          "batchSize is %d, must be at most the number of training rows, %d"
              .formatted(batchSize.orElse(0), rows));
    }
    Spectrum spectrum =
        batches.precondition(
            batches.fetch(RowDraw.of(seed, Purpose.SUBSAMPLE, sample, batches.shards())),
            new Rank(
                eigenvectors.isPresent() ? (Integer) eigenvectors.getAsInt() : null, 5.0 / rows),
            seed);
    RowBatches.Extent extent =
        batches.measure(
            batches.fetch(RowDraw.of(seed, Purpose.NORM_SAMPLE, NORM_ROWS, batches.shards())));
    List<Stability> limits = new ArrayList<>();
    for (int m = 0; m < spectrum.next().size(); m++) {
      double beta = extent.norm().get(m);
      double lambda = Math.max(spectrum.next().get(m), extent.largest().get(m) + beta / rows);
      limits.add(new Stability(beta, lambda));
    }
    int batch = batchSize.orElseGet(() -> automatic(rows, limits.get(0).critical()));
    List<Double> steps =
        limits.stream().map(limit -> stepSize.orElseGet(() -> limit.step(batch))).toList();
    return new Sizes(sample, spectrum.rank(), batch, steps);
  }

  /** What limits the step size. */
  private record Stability(double beta, double lambda) {
    double critical() {
      return lambda > 0 ? beta / lambda + 1 : Double.POSITIVE_INFINITY;
    }

    double step(int m) {
      if (!(beta > 0)) {
        return 0; // φ is 0 for all rows: there is nothing to learn
      }
      return m < critical() ? m / beta : 0.99 * 2 * m / (beta + (m - 1) * lambda);
    }
  }

  private static int automatic(int rows, double critical) {
    double most = Math.min(LARGEST_BATCH, (rows + 9) / 10);
    return (int) Math.max(1, Math.min(most, critical));
  }

  /** The sample's matrix and eigenvectors, batches on their way. */
  List<Plan.Item> memory(SystemOptions system, Prepared prepared, Precision precision) {
    long m =
        subsample.orElse(
            Math.min(prepared.rows() < LARGE ? SUBSAMPLE : LARGE_SUBSAMPLE, prepared.rows()));
    long q = eigenvectors.orElse((int) (m / 3));
    long batch = batchSize.orElse(LARGEST_BATCH);
    List<Plan.Item> items = new ArrayList<>(system.batchMemory(prepared, m));
    items.add(
        new Plan.Item(
            "sample's eigensystem", 2 * m * m * precision.bytes() + m * m * Double.BYTES));
    items.add(new Plan.Item("eigenvectors", 2 * m * q * Double.BYTES));
    items.add(new Plan.Item("batches", 4 * Math.max(m, batch) * prepared.rowBytes()));
    return items;
  }
}
