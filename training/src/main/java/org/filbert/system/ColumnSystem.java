package org.filbert.system;

import java.util.Arrays;
import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.shard.ScoredRows;
import org.filbert.system.equations.BlockGradient;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Fit;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.Update;
import org.filbert.system.equations.Vector;
import org.filbert.system.internal.entries.ColumnTasks.Add;
import org.filbert.system.internal.entries.ColumnTasks.AddFitted;
import org.filbert.system.internal.entries.ColumnTasks.AddHeldOut;
import org.filbert.system.internal.entries.ColumnTasks.AllElements;
import org.filbert.system.internal.entries.ColumnTasks.Evaluate;
import org.filbert.system.internal.entries.ColumnTasks.Gradient;
import org.filbert.system.internal.entries.ColumnTasks.Image;
import org.filbert.system.internal.entries.ColumnTasks.Objective;
import org.filbert.system.internal.entries.ColumnTasks.Products;
import org.filbert.system.internal.entries.ColumnTasks.Take;
import org.filbert.system.internal.entries.ColumnTasks.WholeGradient;
import org.filbert.system.internal.entries.GramTasks.Gram;
import org.filbert.system.internal.entries.GramTasks.TakeGram;
import org.filbert.system.internal.entries.GridDescent;
import org.filbert.system.internal.entries.LeftOutTasks.Columns;
import org.filbert.system.internal.entries.LeftOutTasks.Forms;
import org.filbert.system.internal.entries.SketchedBlock;
import org.filbert.system.internal.entries.SketchedBlock.ColumnTimes;
import org.filbert.system.internal.entries.SystemTasks;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * The normal equations of a tall matrix Z (n×p) of random features or of kernel columns. Every
 * worker generates blocks of Z from its own rows. Gram matrices are sums over the workers, which go
 * to the block's home. The unknowns w of features lie at the homes, the unknowns α of landmarks
 * with the landmarks' rows.
 */
abstract class ColumnSystem extends SystemOnWorkers implements Smooth {
  /** More conjugate directions hardly speed a descent up. */
  static final int DIRECTIONS = 10;

  /** Values of columns that travel at once. */
  private static final int CHUNK = 1 << 22;

  private final Workers workers;

  ColumnSystem(Shared shared, Workers workers) {
    super(shared, workers);
    this.workers = workers;
  }

  /**
   * Puts the columns on the workers.
   *
   * @param positions positions of landmarks in the input; empty for features
   */
  ColumnSystem begin(ColumnSource source, long[] positions) {
    workers.gather(new SystemTasks.Begin(shared(), source, positions));
    if (settings().access().sketched()) {
      takeTargets();
    }
    return this;
  }

  /** Stores ‖B_b‖² of all blocks at their homes. */
  final void takeTargets() {
    workers.sum(new WholeGradient()).byRows(blocks().owned(), new GridDescent.TakeTargets());
  }

  @Override
  public BlockGradient gradient(int block) {
    Matrix g = workers.sum(new Gradient(block)).get().get(0);
    int members = settings().members();
    new PerRidge(ridges(), g.cols(), members)
        .keepMember(g, block / Math.max(1, blocks().count() / members));
    return new BlockGradient(block, g, false);
  }

  @Override
  public Matrix solve(List<Integer> round, Matrix g, List<Integer> active) {
    if (settings().access().sketched()) {
      int block = round.get(0);
      return new SketchedBlock(
              shared(), workers, block, x -> workers.sum(new ColumnTimes(block, x)).get().get(0))
          .solve(g, active);
    }
    return solve(round, g, active, this::sendGram);
  }

  private void sendGram(int block) {
    workers.sum(new Gram(block)).at(blocks().home(block), new TakeGram(block));
  }

  /** g_i = z_iᵀ·A⁻¹·z_i for a system of one block. */
  public final ScoredRows leaveOut(int member, int most, boolean unlearned) {
    return new LeftOutRows(this, member, most, unlearned)
        .scores((places, weights) -> forms(member, places));
  }

  /** z_iᵀ·A⁻¹·z_i of some rows of each worker. */
  private double[] forms(int member, List<int[]> places) {
    int chunk = Math.max(1, CHUNK / blocks().size(0));
    double[] forms = new double[places.stream().mapToInt(own -> own.length).sum()];
    int done = 0;
    for (int worker = 0; worker < places.size(); worker++) {
      int[] own = places.get(worker);
      for (int from = 0; from < own.length; from += chunk) {
        int[] some = Arrays.copyOfRange(own, from, Math.min(from + chunk, own.length));
        Forms ask = new Forms(member, workers.at(worker, new Columns(some)));
        double[] found =
            this.<double[]>withFactor(
                List.of(0), () -> workers.at(blocks().home(0), ask).values(), this::sendGram);
        System.arraycopy(found, 0, forms, done, found.length);
        done += found.length;
      }
    }
    return forms;
  }

  @Override
  public void advance(BlockGradient from, Matrix d) {
    workers.gather(new Add(Vector.U, Update.ADD, from.block(), d));
  }

  @Override
  public void assign(Vector v, BlockGradient from, Matrix d) {
    workers.gather(new Add(v, Update.ASSIGN, from.block(), d));
  }

  @Override
  public void gradient(Vector g) {
    workers.sum(new WholeGradient()).byRows(blocks().owned(), new Take(g));
  }

  @Override
  public void apply(Vector v, Vector out) {
    Matrix all = workers.sum(new AllElements(v)).get().get(0);
    workers.sum(new Image(v, all)).byRows(blocks().owned(), new Take(out));
  }

  @Override
  final void addHeldOut() {
    workers.sum(new AllElements(Vector.U)).everywhere(new AddHeldOut());
  }

  @Override
  final void addFitted(Vector v) {
    workers.sum(new AllElements(v)).everywhere(new AddFitted(v));
  }

  @Override
  public double[] objective() {
    return sum(new Objective()).row(0);
  }

  @Override
  public Matrix products(Vector v, List<Vector> others) {
    return sum(new Products(v, others));
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
