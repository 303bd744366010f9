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
import org.filbert.shard.Prepared;
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
  private final ColumnSystem columns;
  private final Workers workers;

  private LowRank(Sketch sketch, ColumnSystem columns, Workers workers) {
    this.sketch = sketch;
    this.columns = columns;
    this.workers = workers;
  }

  /** Puts it on the workers of a full-kernel system, with its factor. */
  static void begin(Sketch sketch, SystemSettings system, Prepared prepared, Workers workers) {
    workers.gather(new ClearRoom(cacheBytes(sketch, system, prepared)));
    RoomOfWorkers room = new RoomOfWorkers(workers, ROOM);
    ColumnSystem columns =
        sketch
            .columns()
            .begin(settings(sketch, system, prepared), prepared, room, system.precision());
    try (Matrix none = Matrix.zeros(Precision.DOUBLE, sketch.columns().columns(), 1)) {
      columns.solve(List.of(0), none, List.of());
    }
  }

  /** What {@link #begin} put there. */
  static LowRank open(Sketch sketch, SystemSettings system, Prepared prepared, Workers workers) {
    SystemSettings settings = settings(sketch, system, prepared);
    Blocks blocks = sketch.columns().blocks(settings, prepared);
    RoomOfWorkers room = new RoomOfWorkers(workers, ROOM);
    return new LowRank(
        sketch,
        sketch.columns().open(settings, prepared, blocks, room, system.precision()),
        workers);
  }

  /** In double precision, so that the factors, which every iteration uses, are in double. */
  private static SystemSettings settings(Sketch sketch, SystemSettings system, Prepared prepared) {
    long s = sketch.columns().columns();
    long workers = prepared.shardRows().size();
    return new SystemSettings(
        system.kernel(),
        Precision.DOUBLE,
        new Ridge(sketch.ridges(), false),
        Access.ofBlocks((int) s),
        CacheBudget.ofMemory(workers * cacheBytes(sketch, system, prepared)),
        workers * sketch.ridges().size() * s * s * Precision.DOUBLE.bytes(),
        system.seed());
  }

  /** Bytes for Z on each worker: those of the largest Z, or 0 if the cache is too small. */
  static long cacheBytes(Sketch sketch, SystemSettings system, Prepared prepared) {
    long shard = Collections.max(prepared.shardRows());
    long bytes = shard * sketch.most() * system.precision().bytes();
    return bytes <= system.cache().memory() / prepared.shardRows().size() / 2 ? bytes : 0;
  }

  /**
   * Bytes of the factors at their home, of strips, of the columns' source, and of a vector's
   * weighted elements.
   */
  static long bytes(Sketch sketch, SystemSettings system, Prepared prepared) {
    long s = sketch.most();
    return sketch.ridges().size() * s * s * Precision.DOUBLE.bytes()
        + s * DenseColumns.STRIP * system.precision().bytes()
        + 2 * s * prepared.rowBytes()
        + (long) Collections.max(prepared.shardRows())
            * sketch.ridges().size()
            * prepared.columns()
            * Precision.DOUBLE.bytes();
  }

  /** Bytes of a Gram matrix, as a worker's part and as the sum. */
  static long bytesInFlight(Sketch sketch) {
    return 2L * sketch.most() * sketch.most() * Precision.DOUBLE.bytes();
  }

  /** z ← M⁻¹·r */
  void apply(Vector r, Vector z) {
    List<Integer> ridges = IntStream.range(0, sketch.ridges().size()).boxed().toList();
    try (Matrices projected = workers.sum(new Project(r)).get()) {
      Matrix d = columns.solve(List.of(0), projected.get(0), ridges);
      workers.gather(new Complement(r, z, d, sketch.ridges()));
    }
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
