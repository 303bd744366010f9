package org.filbert.system.internal.entries;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.random.Mixer;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Centres;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/** From unknowns to a model and back: the workers' tasks, and the driver's part. */
public final class ModelTasks {
  private static final Key<Matrix> BEST = Key.stored("best", Matrix.class);
  static final Key<Part> KEPT = Key.constant("kept", Part.class);

  /** The columns of the unknowns that were kept: other widths have other bins. */
  static final Key<ColumnSource.Grids> KEPT_GRIDS =
      Key.constant("keptGrids", ColumnSource.Grids.class);

  private ModelTasks() {}

  /** Copies the present unknowns of some ridges into the best ones. */
  public record Remember(List<Integer> members) implements Action {
    @Override
    public void act(Worker worker) {
      Matrix u = VectorPart.of(worker, Vector.U).elements();
      Matrix best = worker.getOrMake(BEST, () -> u.copy(Precision.DOUBLE));
      PerRidge layout = PerRidge.of(worker);
      members.forEach(m -> layout.columns(best, m).assign(layout.columns(u, m)));
    }
  }

  /**
   * A worker's part of the model.
   *
   * @param places of the training rows that are centres; none for features
   * @param u the unknowns, in the order of the blocks
   */
  record Part(int[] places, Matrix u) {
    /** The centres among the training rows. */
    Rows centres(Rows x) {
      return isAll(places, x.count()) ? x : x.select(places);
    }
  }

  /**
   * Keeps the best unknowns of one ridge, of an ensemble their mean. Later systems do not touch
   * them.
   */
  public record Keep(int member) implements Action {
    @Override
    public void act(Worker worker) {
      Matrix best = worker.find(BEST);
      Matrix all = best == null ? VectorPart.of(worker, Vector.U).elements() : best;
      Matrix u = PerRidge.of(worker).mean(all, member).copy(all.precision());
      worker.put(KEPT, new Part(places(worker), u));
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

  /** The unknowns that were kept, with their centres. */
  record Kept(Rows centres, Matrix u) {}

  /** Answers what was kept, as a copy: the model outlives the worker, which frees its memory. */
  record Export() implements Task<Kept> {
    @Override
    public Kept run(Worker worker) {
      Part kept = worker.get(KEPT);
      return new Kept(
          kept.centres(worker.get(ShardState.TRAIN).x()), kept.u().copy(Precision.DOUBLE));
    }

    @Override
    public boolean readsConstants() {
      return true;
    }
  }

  private static boolean isAll(int[] places, int rows) {
    return places.length == rows && IntStream.range(0, rows).allMatch(i -> places[i] == i);
  }

  /** The unknowns that were kept, as a model whose centres are training rows. */
  public static KernelExpansion expansion(Shared shared, Workers workers) {
    List<Kept> kept = workers.gather(new Export());
    return new KernelExpansion(
        shared.settings().kernel(),
        Rows.concat(kept.stream().map(Kept::centres).toList()),
        Matrix.concat(kept.stream().map(Kept::u).toList()));
  }

  /** The unknowns that were kept, which belong to no row, in the order of their columns. */
  public static Matrix inOrder(Blocks blocks, Workers workers) {
    List<Matrix> kept = workers.gather(new Export()).stream().map(Kept::u).toList();
    Matrix w = Matrix.zeros(Precision.DOUBLE, (int) blocks.unknowns(), kept.get(0).cols());
    forEachBlock(blocks, kept, w, (ofWorker, ofModel) -> ofModel.assign(ofWorker));
    return w;
  }

  /** u ← unknowns that belong to no row, in the order of their columns. */
  public static void take(Matrix w, Blocks blocks, Workers workers) {
    List<Matrix> parts =
        IntStream.range(0, workers.count())
            .mapToObj(worker -> Matrix.zeros(Precision.DOUBLE, blocks.own(worker), w.cols()))
            .toList();
    forEachBlock(blocks, parts, w, (ofWorker, ofModel) -> ofWorker.assign(ofModel));
    send(parts, workers);
  }

  private static void forEachBlock(
      Blocks blocks, List<Matrix> parts, Matrix w, BiConsumer<Matrix, Matrix> copy) {
    int at = 0;
    for (int block = 0; block < blocks.count(); block++) {
      int home = blocks.home(block);
      int next = at + blocks.size(block);
      copy.accept(blocks.piece(parts.get(home), home, block), w.rows(at, next));
      at = next;
    }
  }

  private static void send(List<Matrix> parts, Workers workers) {
    for (int worker = 0; worker < parts.size(); worker++) {
      workers.at(worker, new TakeUnknowns(parts.get(worker)));
    }
  }

  /** u ← the worker's own unknowns, the same for every ridge. */
  record TakeUnknowns(Matrix own) implements Action {
    @Override
    public void act(Worker worker) {
      Matrix u = VectorPart.orZero(worker, Vector.U).elements();
      for (int from = 0; from < u.cols(); from += own.cols()) {
        u.columns(from, from + own.cols()).assign(own);
      }
    }
  }

  /** u ← what was kept, the same for every ridge. */
  public record Restore() implements Action {
    @Override
    public void act(Worker worker) {
      new TakeUnknowns(worker.get(KEPT).u()).act(worker);
    }
  }

  /**
   * u ← the coefficients of a model whose centres are rows that unknowns belong to, and 0 for other
   * unknowns. Rows are recognised by hashes of their values.
   *
   * @throws RefusedException if it is another model
   */
  public static void take(Model model, Shared shared, Workers workers) {
    Kernel kernel = shared.settings().kernel();
    if (!(model instanceof KernelExpansion expansion)) {
      throw new RefusedException("from is no model of training rows");
    }
    if (!expansion.kernel().equals(kernel)) {
      throw new RefusedException(
          "from is a model of kernel %s, this run's is %s".formatted(expansion.kernel(), kernel));
    }
    Map<Long, Deque<Integer>> centres = new HashMap<>();
    long[] hashes = hashes(expansion.centres());
    for (int i = 0; i < hashes.length; i++) {
      centres.computeIfAbsent(hashes[i], hash -> new ArrayDeque<>()).add(i);
    }
    int found = 0;
    List<Matrix> parts = new ArrayList<>();
    for (long[] own : workers.gather(new Hashes())) {
      Matrix part = Matrix.zeros(Precision.DOUBLE, own.length, expansion.alpha().cols());
      for (int i = 0; i < own.length; i++) {
        Integer centre = centres.getOrDefault(own[i], new ArrayDeque<>()).poll();
        if (centre != null) {
          part.write(i, i + 1, expansion.alpha().row(centre));
          found++;
        }
      }
      parts.add(part);
    }
    if (found < hashes.length) {
      throw new RefusedException(
          "from is a model of %s rows, of which only %s are among this run's centres, with this run's preprocessing"
              .formatted(hashes.length, found));
    }
    send(parts, workers);
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

  /** Hashes of rows' values: equal rows have equal hashes. */
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
}
