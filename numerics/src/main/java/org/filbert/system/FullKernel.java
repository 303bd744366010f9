package org.filbert.system;

import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.model.Model;
import org.filbert.shard.Prepared;
import org.filbert.system.FullKernelTasks.Add;
import org.filbert.system.FullKernelTasks.BlockRows;
import org.filbert.system.FullKernelTasks.Done;
import org.filbert.system.FullKernelTasks.Evaluate;
import org.filbert.system.FullKernelTasks.Fetch;
import org.filbert.system.FullKernelTasks.FetchRows;
import org.filbert.system.FullKernelTasks.Piece;
import org.filbert.system.FullKernelTasks.Products;
import org.filbert.system.FullKernelTasks.TakeRows;
import org.filbert.system.FullKernelTasks.WholeResidual;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * (K + ridge·W⁻¹)·α = Y with the kernel matrix of all training rows. α and F (n×k) lie with the
 * rows; a block's own equations are solved at its home, which gets the rows of it; everybody needs
 * these for K(:, I)·d, unless the caches keep the block everywhere.
 */
final class FullKernel implements KernelSystem {
  /** Blocks of rows in random order come near enough to the solution on their own. */
  static final int DIRECTIONS = 0;

  private final Vectors vectors;
  private final Workers workers;
  private final List<Integer> shards;
  private int keptBlock = -1;
  private double heldOutSeconds;

  private FullKernel(Vectors vectors, Workers workers, List<Integer> shards) {
    this.vectors = vectors;
    this.workers = workers;
    this.shards = shards;
  }

  static FullKernel begin(SystemSettings settings, Prepared prepared, Workers workers) {
    Blocks blocks = Blocks.ofRows(settings.blockSize(), prepared.shardRows());
    FullKernel system = open(settings, prepared, blocks, workers);
    workers.gather(new FullKernelTasks.Begin(system.vectors.shared()));
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
    return new FullKernel(new Vectors(shared, workers), workers, prepared.shardRows());
  }

  @Override
  public Vectors vectors() {
    return vectors;
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
    return vectors.solve(
        round,
        g,
        active,
        block -> workers.at(blocks().home(block), new TakeRows(block, rows(block))));
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
    List<Integer> all = IntStream.range(0, workers.count()).boxed().toList();
    // A failure since they said so may have lost the cache: then they do need the rows.
    List<Integer> missing = block == keptBlock ? addAt(all, v, change, block, null, d) : all;
    if (!missing.isEmpty()) {
      addAt(missing, v, change, block, rows(block).x(), d);
    }
  }

  /** Answers the workers that could not do it. */
  private List<Integer> addAt(
      List<Integer> who, Vector v, Change change, int block, @Nullable Rows x, Matrix d) {
    List<Done> all = workers.gather(new Add(v, change, block, x, d, who));
    heldOutSeconds += all.stream().mapToDouble(Done::heldOutSeconds).max().orElseThrow();
    return who.stream().filter(worker -> !all.get(worker).done()).toList();
  }

  @Override
  public void gradient(Vector g) {
    workers.gather(new WholeResidual(g));
  }

  @Override
  public double refit(Vector v) {
    return vectors.refit(v, (block, d) -> add(v, Change.NONE, block, d));
  }

  @Override
  public Matrix products(Vector v, List<Vector> others) {
    return vectors.sum(new Products(v, others));
  }

  @Override
  public RowBatches batches() {
    return new FullKernelBatches(vectors, shards);
  }

  @Override
  public int directions() {
    return DIRECTIONS;
  }

  @Override
  public Task<List<Fit>> evaluate() {
    return new Evaluate();
  }

  @Override
  public double heldOutSeconds() {
    return heldOutSeconds;
  }

  @Override
  public Model model() {
    return vectors.expansion();
  }
}
