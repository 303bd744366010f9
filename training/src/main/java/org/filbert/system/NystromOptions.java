package org.filbert.system;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.filbert.data.RefusedException;
import org.filbert.kernel.Kernel;
import org.filbert.landmarks.Landmarks;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.BlockNorms;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Centres;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Risk;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.internal.entries.BatchColumns;
import org.filbert.system.internal.entries.ColumnTasks;
import org.filbert.system.internal.entries.EntryTiming;
import org.filbert.system.internal.entries.GramTasks;
import org.filbert.system.internal.entries.RowBatchTasks;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * Nyström landmarks: (K_Jᵀ·K_J + ridge·(K_JJ + γ·I))·α = K_Jᵀ·Y, one coefficient α for each
 * landmark; equations are solved in double.
 *
 * @param landmarks Number p of landmarks J, which are drawn from the training rows; at most n.
 * @param sampling Uniformly, or by randomly pivoted Cholesky. Default: {@code uniform}
 * @param gamma The number γ above 0 in the penalty. Default: 1e-6
 * @param order Whether similar landmarks share a block, or those drawn in a row. Default: {@code
 *     alike}
 * @param precision Precision of the kernel values that conjugate gradients multiply by; sums are
 *     double. Default: that of the rows
 */
public record NystromOptions(
    int landmarks,
    Optional<Sampling> sampling,
    OptionalDouble gamma,
    Optional<Order> order,
    Optional<Precision> precision)
    implements ColumnOptions {
  private static final double DEFAULT_GAMMA = 1e-6;

  /** Landmarks whose kernel values have the precision of the rows. */
  public NystromOptions(
      int landmarks, Optional<Sampling> sampling, OptionalDouble gamma, Optional<Order> order) {
    this(landmarks, sampling, gamma, order, Optional.empty());
  }

  /** So many landmarks, and the defaults. */
  public static NystromOptions of(int landmarks) {
    return new NystromOptions(
        landmarks, Optional.empty(), OptionalDouble.empty(), Optional.empty());
  }

  /** Methods to draw landmarks. */
  public enum Sampling {
    /** Every row has the same probability. */
    UNIFORM,
    /** Randomly pivoted Cholesky: fewer landmarks suffice if rows form clusters. */
    PIVOTED
  }

  /** Orders of landmarks, which decide which of them share a block. */
  public enum Order {
    /**
     * Landmarks that the kernel finds similar share a block, so that blocks depend less on each
     * other.
     */
    ALIKE,
    /** Landmarks stay in the order in which they were drawn. */
    RANDOM
  }

  public NystromOptions {
    if (landmarks < 1) {
      throw new IllegalArgumentException("landmarks is " + landmarks + ", must be at least 1");
    }
    gamma.ifPresent(
        value -> {
          if (!(value > 0 && Double.isFinite(value))) {
            throw new IllegalArgumentException("gamma is " + value + ", must be a number above 0");
          }
        });
  }

  @Override
  public Class<LandmarkSystem> kind() {
    return LandmarkSystem.class;
  }

  @Override
  public ColumnSystem begin(
      SystemSettings settings, Prepared prepared, Workers workers, Precision elements) {
    if (landmarks > prepared.rows()) {
      throw new RefusedException(
          "landmarks is %s, must be at most the number of training rows %s"
              .formatted(landmarks, prepared.rows()));
    }
    Landmarks chosen = byOwner(chosen(settings, workers), settings.blockSize());
    Blocks blocks =
        Blocks.ofOwners(settings.blockSize(), chosen.owners(), prepared.shardRows().size());
    return open(settings, prepared, blocks, workers, elements)
        .begin(
            new ColumnSource.Landmarks(chosen.x(), gamma.orElse(DEFAULT_GAMMA)),
            chosen.positions());
  }

  private Landmarks chosen(SystemSettings settings, Workers workers) {
    Landmarks drawn =
        sampling.orElse(Sampling.UNIFORM) == Sampling.UNIFORM
            ? Landmarks.uniform(workers, landmarks, settings.seed())
            : Landmarks.pivoted(workers, settings.kernel(), landmarks, settings.seed());
    return order.orElse(Order.ALIKE) == Order.ALIKE
        ? drawn.arranged(workers, settings.kernel(), settings.blockSize())
        : drawn;
  }

  /** Sorts the landmarks of each block by the workers that have their rows. */
  private static Landmarks byOwner(Landmarks all, int blockSize) {
    return all.select(
        IntStream.range(0, all.positions().length)
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer i) -> i / blockSize)
                    .thenComparingInt(i -> all.owners()[i]))
            .mapToInt(Integer::intValue)
            .toArray());
  }

  @Override
  public ColumnSystem open(
      SystemSettings settings,
      Prepared prepared,
      Blocks blocks,
      Workers workers,
      Precision elements) {
    return new LandmarkSystem(
        Shared.of(settings, prepared, blocks, elements, Precision.DOUBLE), prepared, workers);
  }

  /**
   * Double for normal equations that are formed, since they square the condition number. Products
   * with the columns do not: they are those of columns that are rounded once.
   */
  @Override
  public Precision elements(SystemSettings settings) {
    return multiplied(settings) ? precision.orElse(settings.precision()) : Precision.DOUBLE;
  }

  private static boolean multiplied(SystemSettings settings) {
    return settings.access().whole() && settings.access().again();
  }

  @Override
  public int columns() {
    return landmarks;
  }

  @Override
  public NystromOptions withColumns(int number) {
    return new NystromOptions(number, sampling, gamma, order, precision);
  }

  @Override
  public Blocks blocks(SystemSettings settings, Prepared prepared) {
    int[] owners = new int[landmarks];
    Arrays.setAll(owners, i -> i % prepared.shardRows().size());
    return Blocks.ofOwners(settings.blockSize(), owners, prepared.shardRows().size());
  }

  @Override
  public Task<Double> timing(SystemSettings settings, Prepared prepared) {
    int columns = settings.columns(prepared);
    return new EntryTiming(
        settings.kernel(), null, elements(settings), columns, multiplied(settings));
  }

  /** The factor of K_JJ, and the matrices of the sample's eigenvectors, at one worker. */
  @Override
  public List<Plan.Item> batchMemory(Prepared prepared, long sample) {
    long p = landmarks;
    return List.of(new Plan.Item("projection onto landmarks", p * (p + 4 * sample) * Double.BYTES));
  }

  @Override
  public int directions() {
    return ColumnSystem.DIRECTIONS;
  }

  @Override
  public void check(Kernel kernel, Access access) {
    access.requireFactors(); // normal equations of kernel columns are too near to singular
    if (!access.whole() && access.blockSize() > landmarks) {
      throw new IllegalArgumentException(
          "solver.blockSize is %s, must be at most the number of landmarks, %s"
              .formatted(access.blockSize(), landmarks));
    }
  }

  @Override
  public void check(Risk risk) {
    if (risk.norm() == Risk.Norm.L1) {
      throw new IllegalArgumentException(
          "objective.penalty is l1, which needs system: {type: random-features} or {type:"
              + " random-binning}");
    }
  }

  @Override
  public long leastBytes(SystemSettings settings) {
    return ColumnPlan.leastBytes(settings, Precision.DOUBLE);
  }

  @Override
  public Plan plan(SystemSettings settings, Prepared prepared, Blocks blocks) {
    return new ColumnPlan(settings, prepared, blocks, elements(settings), Precision.DOUBLE)
        .plan(
            new Plan.Item("landmarks", 2L * landmarks * prepared.rowBytes()), prepared.rowBytes());
  }

  @Override
  public Plan preconditioned(Plan plan, SystemSettings settings) {
    return LandmarkPreconditioner.plan(plan, landmarks, settings.ridge().values().size());
  }

  /** The registration of Nyström landmarks. */
  public static final class Type extends SystemType {
    public Type() {
      super(
          "nystrom",
          NystromOptions.class,
          SystemOnWorkers.messages(
              ColumnTasks.class,
              GramTasks.class,
              BlockNorms.class,
              Centres.class,
              RowBatchTasks.class,
              CentreBatches.class,
              LandmarkPreconditioner.class,
              ColumnBatches.class,
              BatchColumns.class));
    }
  }
}
