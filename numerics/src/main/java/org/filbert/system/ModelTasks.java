package org.filbert.system;

import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** What the workers do with the unknowns that a run has come to. */
final class ModelTasks {
  private static final Key<Matrix> BEST = Key.stored("best", Matrix.class);
  static final Key<Part> KEPT = Key.constant("kept", Part.class);

  /** The columns of the unknowns that were kept: other widths have other bins. */
  static final Key<ColumnSource.Grids> KEPT_GRIDS =
      Key.constant("keptGrids", ColumnSource.Grids.class);

  private ModelTasks() {}

  /** Puts these members' unknowns aside as they are now. */
  record Remember(List<Integer> members) implements Action {
    @Override
    public void act(Worker worker) {
      Matrix u = VectorPart.of(worker, Vector.U).elements();
      Matrix best = worker.getOrMake(BEST, () -> u.copy(Precision.DOUBLE));
      for (int m : members) {
        columns(worker, best, m).assign(columns(worker, u, m));
      }
    }
  }

  /**
   * A worker's part of the model.
   *
   * @param places of the training rows that are centres; none where features are
   * @param u the unknowns, in the order of the blocks
   */
  record Part(int[] places, Matrix u) {}

  /** Puts a member's best unknowns where later systems leave them alone. */
  record Keep(int member) implements Action {
    @Override
    public void act(Worker worker) {
      Matrix best = worker.find(BEST);
      Matrix all = best == null ? VectorPart.of(worker, Vector.U).elements() : best;
      worker.put(
          KEPT, new Part(places(worker), columns(worker, all, member).copy(all.precision())));
      if (worker.find(ColumnSource.KEY) instanceof ColumnSource.Grids grids) {
        worker.put(KEPT_GRIDS, grids);
      }
    }

    private static int[] places(Worker worker) {
      Centres centres = worker.find(Centres.KEY);
      if (centres != null) {
        return centres.places();
      }
      return worker.find(ColumnSource.KEY) == null
          ? IntStream.range(0, worker.get(ShardState.TRAIN).count()).toArray()
          : new int[0];
    }
  }

  /** What was kept, with the centres. */
  record Kept(Rows centres, Matrix u) {}

  /** Answers what was kept. */
  record Export() implements Task<Kept> {
    @Override
    public Kept run(Worker worker) {
      Part kept = worker.get(KEPT);
      // A copy: the model outlives the worker, which gives its memory back.
      Rows x = worker.get(ShardState.TRAIN).x();
      return new Kept(
          isAll(kept.places(), x.count()) ? x : x.select(kept.places()),
          kept.u().copy(Precision.DOUBLE));
    }

    @Override
    public boolean readsConstants() {
      return true;
    }
  }

  private static boolean isAll(int[] places, int rows) {
    return places.length == rows && IntStream.range(0, rows).allMatch(i -> places[i] == i);
  }

  private static Matrix columns(Worker worker, Matrix all, int member) {
    return PerRidge.of(worker).columns(all, member);
  }
}
