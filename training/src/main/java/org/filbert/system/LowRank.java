package org.filbert.system;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.cache.CacheBudget;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.TileProduct;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Diagonal;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.RowStrips;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.system.internal.entries.ColumnTasks;
import org.filbert.system.internal.entries.DenseColumns;
import org.filbert.system.internal.entries.SystemTasks;
import org.filbert.workers.Action;
import org.filbert.workers.Matrices;
import org.filbert.workers.RoomOfWorkers;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * The preconditioner M = Z·C⁻¹·Zᵀ + μ·W⁻¹ of a full-kernel system, with columns Z (n×s); C is the
 * identity for features and K_JJ + γ·I for landmarks. By the formula of Sherman, Morrison and
 * Woodbury
 *
 * <pre>
 * M⁻¹r = (W·r - W·Z·(ZᵀWZ + μ·C)⁻¹·ZᵀW·r) / μ
 * </pre>
 *
 * <p>where the matrix of order s is that of the system of these columns with the ridge μ. So that
 * system is put on the workers, in a room of its own, and its factor solves the equations. Unlike U
 * = L⁻¹Zᵀ of Avron, Clarkson, Woodruff, this needs no n·s² operations besides those of the Gram
 * matrix.
 */
final class LowRank {
  private static final String ROOM = "sketch";

  private final Sketch sketch;
  private final SystemSettings system;
  private final Prepared prepared;

  /** The preconditioner of a full-kernel system. */
  LowRank(Sketch sketch, SystemSettings system, Prepared prepared) {
    this.sketch = sketch;
    this.system = system;
    this.prepared = prepared;
  }

  /** Puts the system of the columns on the workers, with its factor. */
  void begin(Workers workers) {
    workers.gather(new ClearRoom(cacheBytes()));
    RoomOfWorkers room = new RoomOfWorkers(workers, ROOM);
    ColumnSystem columns = sketch.columns().begin(settings(), prepared, room, system.precision());
    try (Matrix none = Matrix.zeros(Precision.DOUBLE, sketch.columns().columns(), 1)) {
      columns.solve(List.of(0), none, List.of());
    }
  }

  /** z ← M⁻¹·r, after {@link #begin}. */
  void apply(Vector r, Vector z, Workers workers) {
    Blocks blocks = sketch.columns().blocks(settings(), prepared);
    RoomOfWorkers room = new RoomOfWorkers(workers, ROOM);
    ColumnSystem columns =
        sketch.columns().open(settings(), prepared, blocks, room, system.precision());
    List<Integer> ridges = IntStream.range(0, sketch.ridges().size()).boxed().toList();
    try (Matrices projected = workers.sum(new Project(r)).get()) {
      Matrix d = columns.solve(List.of(0), projected.get(0), ridges);
      workers.gather(new Complement(r, z, d, sketch.ridges()));
    }
  }

  /** In double precision, so that the factors, which every iteration uses, are in double. */
  private SystemSettings settings() {
    long s = sketch.columns().columns();
    long workers = prepared.shardRows().size();
    return new SystemSettings(
        system.kernel(),
        Precision.DOUBLE,
        new Ridge(sketch.ridges(), false),
        Access.ofBlocks((int) s),
        CacheBudget.ofMemory(workers * cacheBytes()),
        workers * sketch.ridges().size() * s * s * Precision.DOUBLE.bytes(),
        system.seed());
  }

  /** Bytes for Z on each worker: those of the largest Z, or 0 if the cache is too small. */
  private long cacheBytes() {
    long bytes = shard() * sketch.most() * system.precision().bytes();
    return bytes <= system.cache().memory() / prepared.shardRows().size() / 2 ? bytes : 0;
  }

  private long shard() {
    return Collections.max(prepared.shardRows());
  }

  /** The plan of the full-kernel system with this preconditioner. */
  Plan plan(Plan plan) {
    long s = sketch.most();
    long factors = sketch.ridges().size() * s * s * Precision.DOUBLE.bytes();
    long strip = s * DenseColumns.strip(settings().access()) * system.precision().bytes();
    long source = 2 * s * prepared.rowBytes();
    long weighted = shard() * sketch.ridges().size() * prepared.columns() * Double.BYTES;
    long gram = 2L * s * s * Double.BYTES; // a worker's part, and the sum
    // Two passes over Z, each of one side, are as one over entries of both.
    double passes = cacheBytes() > 0 ? (double) shard() * s : 0;
    return plan.with(plan.work().reading((double) s * s * sketch.ridges().size(), passes))
        .and(
            List.of(
                new Plan.Item("preconditioner", factors + strip + source + weighted),
                new Plan.Item("preconditioner being made", gram)))
        .withMoreToKeep(Math.max(1, cacheBytes()));
  }

  /** Clears the room and reserves cache for Z. */
  record ClearRoom(long cacheBytes) implements Action {
    @Override
    public void act(Worker worker) {
      worker.room(ROOM).clear();
      SystemTasks.reserve(worker, cacheBytes);
    }
  }

  /** The worker's part of ZᵀW·r. */
  @InPhase(Phase.PRECONDITION)
  record Project(Vector r) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Matrix elements = VectorPart.of(worker, r).elements();
      Matrix sum = Matrix.zeros(Precision.DOUBLE, order(worker), elements.cols());
      try (Matrix weighted = Diagonal.ofWeights(worker).times(elements);
          TileProduct product = product(worker, weighted, sum)) {
        forEachTile(worker, (tile, i, j) -> product.addTransposed(tile, j, i));
      }
      return Matrices.of(sum);
    }
  }

  /** z ← W·(r - Z·d)/μ */
  @InPhase(Phase.PRECONDITION)
  record Complement(Vector r, Vector z, Matrix d, List<Double> ridges) implements Action {
    @Override
    public void act(Worker worker) {
      Matrix from = VectorPart.of(worker, r).elements();
      Matrix into = VectorPart.orZero(worker, z).elements();
      into.clear();
      try (TileProduct product = product(worker, d, into)) {
        forEachTile(worker, product::add);
      }
      double[] ridge = new PerRidge(ridges, into.cols()).ofColumns();
      RowStrips.forEach(
          into.rows(),
          (first, next) -> {
            double[] values = from.rows(first, next).toArray();
            double[] taken = into.rows(first, next).toArray();
            for (int at = 0; at < values.length; at++) {
              values[at] = (values[at] - taken[at]) / ridge[at % ridge.length];
            }
            into.write(first, next, values);
          });
      Diagonal.ofWeights(worker).multiply(into);
    }
  }

  private static int order(Worker worker) {
    return Shared.of(worker.room(ROOM)).blocks().size(0);
  }

  /**
   * A product with tiles of Z, in double. M⁻¹ cancels r up to a share μ/λ, with eigenvalues λ of K
   * up to n, so that products in single precision would leave errors of some percent.
   */
  private static TileProduct product(Worker worker, Matrix factor, Matrix out) {
    return ColumnTasks.product(worker.room(ROOM), factor, out);
  }

  private static void forEachTile(Worker worker, DenseColumns.AtTile action) {
    ColumnTasks.forEachStrip(
        worker.room(ROOM),
        0,
        (first, strip) ->
            DenseColumns.forEachTile(
                strip, (tile, row, column) -> action.take(tile, first + row, column)));
  }
}
