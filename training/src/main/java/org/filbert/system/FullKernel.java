package org.filbert.system;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.Model;
import org.filbert.shard.Prepared;
import org.filbert.shard.ScoredRows;
import org.filbert.system.equations.BlockGradient;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Diagonal;
import org.filbert.system.equations.Factors;
import org.filbert.system.equations.Fit;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.equations.Update;
import org.filbert.system.equations.Vector;
import org.filbert.system.internal.entries.CachedPiece;
import org.filbert.system.internal.entries.FullKernelTasks.Add;
import org.filbert.system.internal.entries.FullKernelTasks.AddHeldOut;
import org.filbert.system.internal.entries.FullKernelTasks.BlockRows;
import org.filbert.system.internal.entries.FullKernelTasks.Evaluate;
import org.filbert.system.internal.entries.FullKernelTasks.Fetch;
import org.filbert.system.internal.entries.FullKernelTasks.FetchHeldOut;
import org.filbert.system.internal.entries.FullKernelTasks.FetchRows;
import org.filbert.system.internal.entries.FullKernelTasks.Products;
import org.filbert.system.internal.entries.FullKernelTasks.Shift;
import org.filbert.system.internal.entries.FullKernelTasks.TakeRows;
import org.filbert.system.internal.entries.FullKernelTasks.WholeResidual;
import org.filbert.system.internal.entries.GradientTasks;
import org.filbert.system.internal.entries.LeftOutTasks.InverseDiagonal;
import org.filbert.system.internal.entries.ModelTasks;
import org.filbert.system.internal.entries.SketchedBlock;
import org.filbert.system.internal.entries.SketchedBlock.Answer;
import org.filbert.system.internal.entries.SketchedBlock.KernelTimes;
import org.filbert.system.internal.entries.SymmetricProduct;
import org.filbert.system.internal.entries.SystemTasks;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * (K + ridge·W⁻¹)·α = Y with the kernel matrix of all training rows. α and F (n×k) lie with the
 * rows. A block's own equations are solved at its home, which gets the rows of the block. All
 * workers need these rows for K(:, I)·d, unless the caches keep the block everywhere.
 */
final class FullKernel extends SystemOnWorkers
    implements Batchwise, Preconditioned, Differentiable, LeavingOut {
  private final Prepared prepared;
  private final Workers workers;

  private FullKernel(Shared shared, Prepared prepared, Workers workers) {
    super(shared, workers);
    this.prepared = prepared;
    this.workers = workers;
  }

  static FullKernel begin(
      SystemSettings settings, Prepared prepared, Blocks blocks, Workers workers) {
    FullKernel system = open(settings, prepared, blocks, workers);
    workers.gather(new SystemTasks.Begin(system.shared(), null, new long[0]));
    return system;
  }

  static FullKernel open(
      SystemSettings settings, Prepared prepared, Blocks blocks, Workers workers) {
    Precision precision = settings.precision();
    return new FullKernel(
        Shared.of(settings, prepared, blocks, precision, Factors.precision(precision, blocks)),
        prepared,
        workers);
  }

  /** Blocks of rows are others for another number of workers anyway. */
  @Override
  public List<Integer> order(long seed, int epoch) {
    return blocks().orderInRounds(seed, epoch);
  }

  @Override
  public BlockGradient gradient(int block) {
    List<CachedPiece> pieces = workers.gather(new Fetch(block));
    return new BlockGradient(block, CachedPiece.concat(pieces), CachedPiece.allCached(pieces));
  }

  @Override
  public Matrix solve(List<Integer> round, Matrix g, List<Integer> active) {
    if (settings().access().sketched()) {
      return solveSketched(round.get(0), g, active);
    }
    return solve(round, g, active, this::sendRows);
  }

  private void sendRows(int block) {
    workers.at(blocks().home(block), new TakeRows(block, rows(block)));
  }

  /** g_i = (1 - ridge·(A⁻¹)_ii / w_i) / w_i, since K·A⁻¹ = I - ridge·W⁻¹·A⁻¹. */
  @Override
  public ScoredRows leaveOut(int member, int most, boolean unlearned) {
    double ridge = ridges().get(member);
    return new LeftOutRows(this, member, most, unlearned)
        .scores(
            (places, weights) -> {
              int[] rows =
                  IntStream.range(0, places.size())
                      .flatMap(
                          worker ->
                              IntStream.of(places.get(worker))
                                  .map(i -> blocks().offset(worker, 0) + i))
                      .toArray();
              InverseDiagonal ask = new InverseDiagonal(member, rows);
              double[] g =
                  this.<double[]>withFactor(
                      List.of(0), () -> workers.at(blocks().home(0), ask).values(), this::sendRows);
              Arrays.setAll(g, i -> (1 - ridge * g[i] / weights[i]) / weights[i]);
              return g;
            });
  }

  /** With W^½·d for d, by W^½·A_bb·W^½ = W^½·K_bb·W^½ + ridge·I. */
  private Matrix solveSketched(int block, Matrix g, List<Integer> active) {
    BlockRows rows = rows(block);
    Diagonal root = new Diagonal(rows.weights()).root();
    SketchedBlock equations =
        new SketchedBlock(shared(), workers, block, x -> times(block, rows, x));
    try (Matrix right = root.times(g);
        Matrix solution = equations.solve(right, active)) {
      return root.times(solution);
    }
  }

  private Matrix times(int block, BlockRows rows, @Nullable Matrix x) {
    List<Answer> parts = workers.gather(new KernelTimes(block, null, x));
    if (parts.stream().anyMatch(part -> part.rows() == null)) {
      parts = workers.gather(new KernelTimes(block, rows, x));
    }
    return Matrix.concat(parts.stream().map(part -> Objects.requireNonNull(part.rows())).toList());
  }

  private BlockRows rows(int block) {
    return BlockRows.concat(workers.gather(new FetchRows(block)));
  }

  @Override
  public void advance(BlockGradient from, Matrix d) {
    add(Vector.U, Update.ADD, from.block(), from.cached(), d);
  }

  @Override
  public void assign(Vector v, BlockGradient from, Matrix d) {
    add(v, Update.ASSIGN, from.block(), from.cached(), d);
  }

  private void add(Vector v, Update update, int block, boolean cached, Matrix d) {
    multiply(block, cached, (x, missing) -> new Add(v, update, block, x, d, missing));
  }

  /** A product with a block's columns. */
  private interface ColumnProduct {
    /** For some workers, with the block's rows or, where the cache has the block, without. */
    Task<Boolean> of(@Nullable Rows x, List<Integer> missing);
  }

  private void multiply(int block, boolean cached, ColumnProduct product) {
    List<Integer> missing = IntStream.range(0, workers.count()).boxed().toList();
    if (cached) { // a failure since they said so may have lost the cache: then they need the rows
      List<Boolean> done = workers.gather(product.of(null, missing));
      missing = missing.stream().filter(worker -> !done.get(worker)).toList();
    }
    if (!missing.isEmpty()) {
      workers.gather(product.of(rows(block).x(), missing));
    }
  }

  @Override
  public void gradient(Vector g) {
    workers.gather(new WholeResidual(g));
  }

  @Override
  public void take(Model model) {
    ModelTasks.take(model, shared(), workers);
  }

  @Override
  void addFitted(Vector v) {
    if (settings().access().whole()) {
      new SymmetricProduct(workers, blocks(), block -> rows(block).x()).addFitted(v);
      return;
    }
    for (int block = 0; block < blocks().count(); block++) {
      add(v, Update.NONE, block, false, elements(v, block));
    }
  }

  @Override
  public void sketch(Sketch sketch) {
    new LowRank(sketch, settings(), prepared).begin(workers);
  }

  @Override
  public void precondition(Sketch sketch, Vector r, Vector z) {
    new LowRank(sketch, settings(), prepared).apply(r, z, workers);
  }

  @Override
  public void apply(Vector v, Vector out) {
    computeFitted(v);
    workers.gather(new Shift(v, out));
  }

  @Override
  void addHeldOut() {
    for (int block = 0; block < blocks().count(); block++) {
      int b = block;
      List<CachedPiece> pieces = workers.gather(new FetchHeldOut(b));
      Matrix d = CachedPiece.concat(pieces);
      multiply(b, CachedPiece.allCached(pieces), (x, missing) -> new AddHeldOut(b, x, d, missing));
    }
  }

  @Override
  public Matrix products(Vector v, List<Vector> others) {
    return sum(new Products(v, others));
  }

  @Override
  public RowBatches batches() {
    return new FullKernelBatches(this, prepared.shardRows());
  }

  @Override
  Task<List<Fit>> evaluate() {
    return new Evaluate();
  }

  @Override
  public Workers.Sum gradients(Rows z) {
    return workers.sum(new GradientTasks.OfCentres(settings().kernel(), shared().elements(), z));
  }

  @Override
  public Model model() {
    return ModelTasks.expansion(shared(), workers);
  }
}
