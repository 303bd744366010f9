package org.filbert.system;

import java.util.List;
import org.filbert.data.RefusedException;
import org.filbert.linalg.Matrix;
import org.filbert.model.Model;
import org.filbert.shard.Score;
import org.filbert.system.ColumnTasks.Add;
import org.filbert.system.ColumnTasks.Begin;
import org.filbert.system.ColumnTasks.Evaluate;
import org.filbert.system.ColumnTasks.Gradient;
import org.filbert.system.ColumnTasks.Products;
import org.filbert.system.GramTasks.Gram;
import org.filbert.system.GramTasks.TakeGram;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * The normal equations of a tall matrix Z (n×p) of random features or of kernel columns. Blocks of
 * Z are generated from the rows where these are; Gram matrices are sums over the workers that go to
 * the block's home. Features' w lie at the homes, landmarks' α with the landmarks' rows.
 */
final class ColumnSystem implements KernelSystem {
  /** More than these hardly speed a descent up. */
  static final int DIRECTIONS = 10;

  private final Vectors vectors;
  private final Columns columns;
  private final Workers workers;

  /** Columns as a run chooses them. */
  interface Columns {
    /** The model of what was kept. */
    Model model(Vectors vectors);

    /** u ← the unknowns of a model of these columns. */
    default void take(Vectors vectors, Model model) {
      throw new RefusedException("from is given, which a system of random bins does not go with");
    }

    /** Whether they are the bins of random grids, a block for each. */
    default boolean bins() {
      return false;
    }

    /** Batches of rows, where there are any. */
    default RowBatches batches(Vectors vectors) {
      throw new UnsupportedOperationException("these columns have no batches of rows");
    }
  }

  ColumnSystem(Shared shared, Columns columns, Workers workers) {
    this.vectors = new Vectors(shared, workers);
    this.columns = columns;
    this.workers = workers;
  }

  /**
   * Puts the columns on the workers.
   *
   * @param positions of landmarks in the input; none for features
   */
  ColumnSystem begin(ColumnSource source, long[] positions) {
    workers.gather(new Begin(vectors.shared(), source, positions));
    Access access = vectors.shared().settings().access();
    if (access.sketched() || (columns.bins() && !access.whole())) {
      workers
          .sum(new WholeColumnTasks.Gradient())
          .byRows(blocks().owned(), new GridDescent.TakeTargets());
    }
    return this;
  }

  @Override
  public Vectors vectors() {
    return vectors;
  }

  @Override
  public Matrix gradient(int block) {
    return workers.sum(new Gradient(block)).get().get(0);
  }

  @Override
  public Matrix solve(List<Integer> round, Matrix g, List<Integer> active) {
    if (vectors.shared().settings().access().sketched()) {
      int block = round.get(0);
      return new SketchedBlock(
              vectors, block, x -> workers.sum(new SketchTasks.ColumnTimes(block, x)).get().get(0))
          .solve(g, active);
    }
    return vectors.solve(
        round,
        g,
        active,
        block -> workers.sum(new Gram(block)).at(blocks().home(block), new TakeGram(block)));
  }

  @Override
  public void descend(List<Integer> round, List<Integer> active) {
    if (!columns.bins()) {
      KernelSystem.super.descend(round, active);
      return;
    }
    int block = round.get(0);
    workers.sum(new GridDescent.Gradient(block)).everywhere(new GridDescent.Step(block, active));
  }

  @Override
  public Sweep sweep(int threads, long seed, int epoch, List<Integer> active, boolean measured) {
    if (!columns.bins()) {
      return KernelSystem.super.sweep(threads, seed, epoch, active, measured);
    }
    return workers.at(0, new CoordinateTasks.Sweep(threads, seed, epoch, active, measured));
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
    workers.gather(new Add(v, change, block, d));
  }

  @Override
  public void gradient(Vector g) {
    workers
        .sum(new WholeColumnTasks.Gradient())
        .byRows(blocks().owned(), new WholeColumnTasks.Take(g));
  }

  @Override
  public void take(Model model) {
    columns.take(vectors, model);
  }

  @Override
  public double refit(Vector v) {
    return vectors.refit(v, () -> addFitted(v));
  }

  @Override
  public void apply(Vector v, Vector out) {
    vectors.fit(v, () -> addFitted(v));
    workers
        .sum(new WholeColumnTasks.Image(v))
        .byRows(blocks().owned(), new WholeColumnTasks.Take(out));
  }

  @Override
  public List<List<Score>> score() {
    return vectors.score(
        () ->
            workers
                .sum(new WholeColumnTasks.Elements(Vector.U))
                .everywhere(new WholeColumnTasks.AddHeldOut()));
  }

  private void addFitted(Vector v) {
    workers.sum(new WholeColumnTasks.Elements(v)).everywhere(new WholeColumnTasks.AddFitted(v));
  }

  @Override
  public double[] objective() {
    return vectors.sum(new WholeColumnTasks.Objective()).row(0);
  }

  @Override
  public Matrix products(Vector v, List<Vector> others) {
    return vectors.sum(new Products(v, others));
  }

  @Override
  public RowBatches batches() {
    return columns.batches(vectors);
  }

  @Override
  public int directions() {
    return vectors.shared().settings().risk().linear() && !columns.bins() ? DIRECTIONS : 0;
  }

  @Override
  public Task<List<Fit>> evaluate() {
    return new Evaluate();
  }

  @Override
  public Model model() {
    return columns.model(vectors);
  }
}
