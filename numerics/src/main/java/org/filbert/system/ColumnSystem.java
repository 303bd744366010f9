package org.filbert.system;

import java.util.List;
import org.filbert.linalg.Matrix;
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
abstract class ColumnSystem extends SystemOnWorkers implements Smooth {
  /** More than these hardly speed a descent up. */
  static final int DIRECTIONS = 10;

  private final Workers workers;

  ColumnSystem(Shared shared, Workers workers) {
    super(new Vectors(shared, workers));
    this.workers = workers;
  }

  /**
   * Puts the columns on the workers.
   *
   * @param positions of landmarks in the input; none for features
   */
  ColumnSystem begin(ColumnSource source, long[] positions) {
    workers.gather(new Begin(vectors().shared(), source, positions));
    if (settings().access().sketched()) {
      takeTargets();
    }
    return this;
  }

  /** Takes note of ‖B_b‖² of all blocks at their homes. */
  final void takeTargets() {
    workers
        .sum(new WholeColumnTasks.Gradient())
        .byRows(blocks().owned(), new GridDescent.TakeTargets());
  }

  @Override
  public Matrix gradient(int block) {
    return workers.sum(new Gradient(block)).get().get(0);
  }

  @Override
  public Matrix solve(List<Integer> round, Matrix g, List<Integer> active) {
    if (settings().access().sketched()) {
      int block = round.get(0);
      return new SketchedBlock(
              vectors(),
              block,
              x -> workers.sum(new SketchTasks.ColumnTimes(block, x)).get().get(0))
          .solve(g, active);
    }
    return vectors()
        .solve(
            round,
            g,
            active,
            block -> workers.sum(new Gram(block)).at(blocks().home(block), new TakeGram(block)));
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
  public double refit(Vector v) {
    return vectors().refit(v, () -> addFitted(v));
  }

  @Override
  public void apply(Vector v, Vector out) {
    vectors().fit(v, () -> addFitted(v));
    workers
        .sum(new WholeColumnTasks.Image(v))
        .byRows(blocks().owned(), new WholeColumnTasks.Take(out));
  }

  @Override
  public List<List<Score>> score() {
    return vectors()
        .score(
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
    return vectors().sum(new WholeColumnTasks.Objective()).row(0);
  }

  @Override
  public Matrix products(Vector v, List<Vector> others) {
    return vectors().sum(new Products(v, others));
  }

  @Override
  public int directions() {
    return settings().risk().linear() ? DIRECTIONS : 0;
  }

  @Override
  final Task<List<Fit>> evaluate() {
    return new Evaluate();
  }
}
