package org.filbert.system;

import java.util.stream.IntStream;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Matrix;
import org.filbert.random.Mixer;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** What the workers do to begin with the unknowns of a model. */
final class StartTasks {
  private StartTasks() {}

  /** Hashes of rows' values: of rows that are alike the same. */
  static long[] hashes(Rows rows) {
    return IntStream.range(0, rows.count()).mapToLong(i -> hash(rows, i)).toArray();
  }

  private static long hash(Rows rows, int i) {
    Mixer mixer = new Mixer(rows.features());
    if (rows instanceof SparseRows sparse) {
      for (int at = sparse.start(i); at < sparse.start(i + 1); at++) {
        mixer.add(sparse.column(at)).add(sparse.value(at));
      }
    } else {
      for (double value : rows.row(i)) {
        mixer.add(value);
      }
    }
    return mixer.value();
  }

  /** Answers the hashes of the rows that the worker's unknowns belong to, in their order. */
  record Hashes() implements Task<long[]> {
    @Override
    public long[] run(Worker worker) {
      long[] all = hashes(worker.get(ShardState.TRAIN).x());
      Centres centres = worker.find(Centres.KEY);
      return centres == null
          ? all
          : IntStream.of(centres.places()).mapToLong(i -> all[i]).toArray();
    }
  }

  /** u ← the worker's own unknowns, the same for every ridge. */
  record Take(Matrix own) implements Action {
    @Override
    public void act(Worker worker) {
      Matrix u = VectorPart.orZero(worker, Vector.U).elements();
      for (int from = 0; from < u.cols(); from += own.cols()) {
        u.columns(from, from + own.cols()).assign(own);
      }
    }
  }
}
