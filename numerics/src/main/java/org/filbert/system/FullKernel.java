package org.filbert.system;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.model.Model;
import org.filbert.shard.Prepared;
import org.filbert.shard.Score;
import org.filbert.system.FullKernelTasks.Add;
import org.filbert.system.FullKernelTasks.AddHeldOut;
import org.filbert.system.FullKernelTasks.BlockRows;
import org.filbert.system.FullKernelTasks.Evaluate;
import org.filbert.system.FullKernelTasks.Fetch;
import org.filbert.system.FullKernelTasks.FetchHeldOut;
import org.filbert.system.FullKernelTasks.FetchRows;
import org.filbert.system.FullKernelTasks.HeldOutPiece;
import org.filbert.system.FullKernelTasks.Piece;
import org.filbert.system.FullKernelTasks.Products;
import org.filbert.system.FullKernelTasks.TakeRows;
import org.filbert.system.FullKernelTasks.WholeResidual;
import org.filbert.system.SketchTasks.KernelTimes;
import org.filbert.system.SketchTasks.Product;
import org.filbert.system.WholeKernelTasks.AddTransposed;
import org.filbert.system.WholeKernelTasks.Multiply;
import org.filbert.system.WholeKernelTasks.Shift;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * (K + ridge·W⁻¹)·α = Y with the kernel matrix of all training rows. α and F (n×k) lie with the
 * rows; a block's own equations are solved at its home, which gets the rows of it; everybody needs
 * these for K(:, I)·d, unless the caches keep the block everywhere.
 */
final class FullKernel extends SystemOnWorkers implements Batchwise, Preconditioned {
  /** Blocks of rows in random order come near enough to the solution on their own. */
  static final int DIRECTIONS = 0;

  private final Prepared prepared;
  private final Workers workers;
  private int keptBlock = -1;

  private FullKernel(Vectors vectors, Prepared prepared, Workers workers) {
    super(vectors);
    this.prepared = prepared;
    this.workers = workers;
  }

  static FullKernel begin(
      SystemSettings settings, Prepared prepared, Blocks blocks, Workers workers) {
    FullKernel system = open(settings, prepared, blocks, workers);
    workers.gather(new FullKernelTasks.Begin(system.vectors().shared()));
    return system;
  }

  static FullKernel open(
      SystemSettings settings, Prepared prepared, Blocks blocks, Workers workers) {
    Shared shared =
        Shared.of(
            settings,
            prepared,
            blocks,
            settings.precision(),
            Factors.precision(settings.precision(), blocks));
    return new FullKernel(new Vectors(shared, workers), prepared, workers);
  }

  /** Blocks of rows are others for another number of workers anyway. */
  @Override
  public List<Integer> order(long seed, int epoch) {
    return blocks().orderInRounds(seed, epoch);
  }

  @Override
  public Matrix gradient(int block) {
    List<Piece> pieces = workers.gather(new Fetch(block));
    keptBlock = pieces.stream().allMatch(Piece::kept) ? block : -1;
    return Matrix.concat(pieces.stream().map(Piece::residual).toList());
  }

  @Override
  public Matrix solve(List<Integer> round, Matrix g, List<Integer> active) {
    if (settings().access().sketched()) {
      return solveSketched(round.get(0), g, active);
    }
    return vectors()
        .solve(
            round,
            g,
            active,
            block -> workers.at(blocks().home(block), new TakeRows(block, rows(block))));
  }

  /** With W^½·d for d, by W^½·A_bb·W^½ = W^½·K_bb·W^½ + ridge·I. */
  private Matrix solveSketched(int block, Matrix g, List<Integer> active) {
    BlockRows rows = rows(block);
    Diagonal root = new Diagonal(rows.weights()).root();
    SketchedBlock equations = new SketchedBlock(vectors(), block, x -> times(block, rows, x));
    try (Matrix right = root.times(g);
        Matrix solution = equations.solve(right, active)) {
      return root.times(solution);
    }
  }

  private Matrix times(int block, BlockRows rows, @Nullable Matrix x) {
    List<Product> parts = workers.gather(new KernelTimes(block, null, x));
    if (parts.stream().anyMatch(part -> part.rows() == null)) {
      parts = workers.gather(new KernelTimes(block, rows, x));
    }
    return Matrix.concat(parts.stream().map(part -> Objects.requireNonNull(part.rows())).toList());
  }

  private BlockRows rows(int block) {
    return BlockRows.concat(workers.gather(new FetchRows(block)));
  }

  @Override
  public void advance(int block, Matrix d) {
    add(Vector.U, Change.ADVANCE, block, d);
  }

  @Override
  public void assign(Vector v, int block, Matrix d) {
    add(v, Change.ASSIGN, block, d);
  }

  private void add(Vector v, Change change, int block, Matrix d) {
    multiply(block, block == keptBlock, (x, missing) -> new Add(v, change, block, x, d, missing));
  }

  /** A product with a block's columns. */
  private interface ColumnProduct {
    /** For some workers, with the block's rows or, where the cache has the block, without. */
    Task<Boolean> of(@Nullable Rows x, List<Integer> missing);
  }

  private void multiply(int block, boolean kept, ColumnProduct product) {
    List<Integer> missing = everybody();
    if (kept) { // a failure since they said so may have lost the cache: then they do need the rows
      List<Boolean> done = workers.gather(product.of(null, missing));
      missing = missing.stream().filter(worker -> !done.get(worker)).toList();
    }
    if (!missing.isEmpty()) {
      workers.gather(product.of(rows(block).x(), missing));
    }
  }

  private List<Integer> everybody() {
    return IntStream.range(0, workers.count()).boxed().toList();
  }

  @Override
  public void gradient(Vector g) {
    workers.gather(new WholeResidual(g));
  }

  @Override
  public void take(Model model) {
    vectors().take(model);
  }

  @Override
  public double refit(Vector v) {
    return whole()
        ? vectors().refit(v, () -> vectors().forEachBlock(block -> addWhole(v, block)))
        : vectors().refit(v, () -> vectors().forEachBlock(block -> addAnew(v, block)));
  }

  private void addAnew(Vector v, int block) {
    add(v, Change.NONE, block, vectors().block(v, block));
  }

  private boolean whole() {
    return settings().access().whole();
  }

  @Override
  public void sketch(Sketch sketch) {
    LowRank.begin(sketch, settings(), prepared, workers);
  }

  @Override
  public void precondition(Sketch sketch, Vector r, Vector z) {
    LowRank.open(sketch, settings(), prepared, workers).apply(r, z);
  }

  @Override
  public void apply(Vector v, Vector out) {
    vectors().fit(v, () -> vectors().forEachBlock(block -> addWhole(v, block)));
    workers.gather(new Shift(v, out));
  }

  /** Adds to the fitted values what comes of the cells in a block's columns. */
  private void addWhole(Vector v, int block) {
    List<WholeKernelTasks.Piece> pieces = workers.gather(new WholeKernelTasks.Fetch(v, block));
    Matrix d = Matrix.concat(pieces.stream().map(WholeKernelTasks.Piece::v).toList());
    List<Integer> all = everybody();
    boolean kept = pieces.stream().allMatch(WholeKernelTasks.Piece::kept);
    List<Integer> missing = kept ? missing(new Multiply(v, block, null, d, all)) : all;
    if (!missing.isEmpty()) {
      missing(new Multiply(v, block, rows(block).x(), d, missing));
    }
  }

  private List<Integer> missing(Multiply multiply) {
    List<Boolean> done =
        workers
            .sum(multiply)
            .byRows(
                blocks().pieces(multiply.block()),
                new AddTransposed(multiply.v(), multiply.block()));
    return multiply.workers().stream().filter(worker -> !done.get(worker)).toList();
  }

  @Override
  public List<List<Score>> score() {
    return vectors().score(() -> vectors().forEachBlock(this::addHeldOut));
  }

  private void addHeldOut(int block) {
    List<HeldOutPiece> pieces = workers.gather(new FetchHeldOut(block));
    Matrix d = Matrix.concat(pieces.stream().map(HeldOutPiece::u).toList());
    multiply(
        block,
        pieces.stream().allMatch(HeldOutPiece::kept),
        (x, missing) -> new AddHeldOut(block, x, d, missing));
  }

  @Override
  public Matrix products(Vector v, List<Vector> others) {
    return vectors().sum(new Products(v, others));
  }

  @Override
  public RowBatches batches() {
    return new FullKernelBatches(vectors(), prepared.shardRows());
  }

  @Override
  public int directions() {
    return DIRECTIONS;
  }

  @Override
  Task<List<Fit>> evaluate() {
    return new Evaluate();
  }

  @Override
  public Model model() {
    return vectors().expansion();
  }
}
