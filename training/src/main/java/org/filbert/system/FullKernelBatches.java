package org.filbert.system;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.linalg.Eigensystem;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.ColumnArithmetic;
import org.filbert.system.equations.Diagonal;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Rank;
import org.filbert.system.equations.RowBatch;
import org.filbert.system.equations.RowDraw;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.StepBounds;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.system.internal.entries.RowBatchTasks;
import org.filbert.system.internal.entries.RowBatchTasks.Deflation;
import org.filbert.system.internal.entries.RowBatchTasks.Held;
import org.filbert.workers.Action;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumAction;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * Batches B of the full kernel: f = K(B, :)·α, and α_B += a·c. The kernel is A's, K + ridge·W⁻¹: a
 * row's own unknown is the penalty's share. Every worker has the rows of the eigenvectors V that
 * belong to its own rows of the sample S: α_S -= a·V·D·Vᵀ·A(S, B)·c.
 */
final class FullKernelBatches extends RowBatches {
  FullKernelBatches(SystemOnWorkers system, List<Integer> shards) {
    super(system, shards);
  }

  @Override
  public boolean kernelForm() {
    return true;
  }

  @Override
  public Matrix predict(RowBatch batch) {
    return workers().sum(new Predict(Held.of(batch))).get().get(0);
  }

  @Override
  public void learn(RowBatch batch, Matrix c, double[] a) {
    Matrix descent = c.copy(Precision.DOUBLE);
    ColumnArithmetic.add(descent, -1, batch.penalty());
    workers().sum(new Project(descent)).everywhere(new Learn(descent, a));
  }

  @Override
  public List<Double> penalties(RowBatch sample) {
    double m = sample.rows().count();
    double inverse = Arrays.stream(sample.weights()).map(weight -> 1 / weight).average().orElse(1);
    return ridges().stream().map(ridge -> ridge * inverse / m).toList();
  }

  @Override
  public Eigensystem decompose(RowBatch sample, Rank rank, long seed) {
    return workers().at(0, new Decompose(sample.rows().x(), rank, seed));
  }

  @Override
  public void deflate(RowBatch sample, Eigensystem eigen, List<double[]> d) {
    workers().gather(new TakeDeflation(sample.draw(), eigen.vectors(), d));
  }

  @Override
  public StepBounds measure(RowBatch batch) {
    Held rows = Held.of(batch);
    return workers().sum(new ProjectRows(rows)).at(0, new Measure(rows));
  }

  /** Makes B the present batch; answers the worker's part of K(B, :)·α. */
  @InPhase(Phase.RESIDUAL)
  record Predict(Held batch) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      worker.put(RowBatchTasks.HELD, batch);
      Matrix alpha = VectorPart.orZero(worker, Vector.U).elements();
      Matrix f = Matrix.zeros(Precision.DOUBLE, batch.x().count(), alpha.cols());
      RowBatchTasks.tiles(worker).multiply(batch.x(), worker.get(ShardState.TRAIN).x(), alpha, f);
      return Matrices.of(f);
    }
  }

  /** The worker's part of Vᵀ·A(S, B)·c. It has no rows if there are no eigenvectors. */
  @InPhase(Phase.RESIDUAL)
  record Project(Matrix c) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Deflation deflation = worker.get(RowBatchTasks.DEFLATION);
      int q = deflation.vectors().cols();
      if (q == 0) {
        return Matrices.of(Matrix.zeros(Precision.DOUBLE, 0, c.cols()));
      }
      Held batch = worker.get(RowBatchTasks.HELD);
      Rows own = worker.get(ShardState.TRAIN).x().select(deflation.places());
      try (Matrix g = Matrix.zeros(Precision.DOUBLE, own.count(), c.cols())) {
        RowBatchTasks.tiles(worker).multiply(own, batch.x(), c, g);
        addPenalty(worker, batch, deflation, g);
        return Matrices.of(deflation.project(g, worker.backend()));
      }
    }

    /** Adds the penalty's part of A(S, B)·c, for rows of the sample that are in the batch. */
    private void addPenalty(Worker worker, Held batch, Deflation deflation, Matrix g) {
      Map<Integer, Integer> samples = new HashMap<>();
      for (int i = 0; i < deflation.places().length; i++) {
        samples.put(deflation.places()[i], i);
      }
      int[] places = batch.places(worker);
      int offset = batch.draw().offset(worker.index());
      double[] ridge = PerRidge.of(worker).ofColumns();
      for (int i = 0; i < places.length; i++) {
        Integer at = samples.get(places[i]);
        if (at != null) {
          double weight = batch.weights()[offset + i];
          double[] sum = g.row(at);
          double[] row = c.row(offset + i);
          for (int j = 0; j < sum.length; j++) {
            sum[j] += ridge[j] / weight * row[j];
          }
          g.write(at, at + 1, sum);
        }
      }
    }
  }

  /** α_B += a·c and α_S -= a·V·D·h, each on the worker's own rows. */
  @InPhase(Phase.RESIDUAL)
  record Learn(Matrix c, double[] a) implements SumAction {
    @Override
    public void act(Worker worker, Matrices sum) {
      Matrix alpha = VectorPart.of(worker, Vector.U).elements();
      Held batch = worker.get(RowBatchTasks.HELD);
      int[] places = batch.places(worker);
      int offset = batch.draw().offset(worker.index());
      add(alpha, places, c.rows(offset, offset + places.length), 1);
      Deflation deflation = worker.get(RowBatchTasks.DEFLATION);
      if (deflation.vectors().cols() > 0) {
        try (Matrix correction = deflation.correction(sum.get(0), worker.backend())) {
          add(alpha, deflation.places(), correction, -1);
        }
      }
    }

    private void add(Matrix alpha, int[] places, Matrix change, double sign) {
      for (int i = 0; i < places.length; i++) {
        double[] row = alpha.row(places[i]);
        double[] step = change.row(i);
        for (int j = 0; j < row.length; j++) {
          row[j] += sign * a[j] * step[j];
        }
        alpha.write(places[i], places[i] + 1, row);
      }
    }
  }

  /** One worker computes K_SS and its eigensystem. */
  @InPhase(Phase.FACTOR)
  record Decompose(Rows x, Rank rank, long seed) implements Task<Eigensystem> {
    @Override
    public Eigensystem run(Worker worker) {
      Precision precision = Shared.of(worker).settings().precision();
      try (Matrix gram = Matrix.zeros(precision, x.count(), x.count())) {
        RowBatchTasks.tiles(worker).fill(x, x, gram);
        return RowBatchTasks.decompose(gram, rank, seed, worker.backend());
      }
    }
  }

  /**
   * Keeps the worker's own part of the eigenvectors. The message has one eigenvector in each row.
   */
  record TakeDeflation(RowDraw draw, Matrix vectors, List<double[]> damping) implements Action {
    @Override
    public void act(Worker worker) {
      int[] places = draw.places(worker.index(), worker.get(ShardState.TRAIN).count());
      int offset = draw.offset(worker.index());
      double[] own = vectors.columns(offset, offset + places.length).toArray();
      int q = vectors.rows();
      double[] turned = new double[own.length];
      for (int i = 0; i < places.length; i++) {
        for (int j = 0; j < q; j++) {
          turned[i * q + j] = own[j * places.length + i];
        }
      }
      worker.put(
          RowBatchTasks.DEFLATION,
          new Deflation(places, Matrix.of(Precision.DOUBLE, places.length, q, turned), damping));
    }
  }

  /** The worker's part of K(rows, S)·V. */
  @InPhase(Phase.FACTOR)
  record ProjectRows(Held rows) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Deflation deflation = worker.get(RowBatchTasks.DEFLATION);
      Rows own = worker.get(ShardState.TRAIN).x().select(deflation.places());
      Matrix out = Matrix.zeros(Precision.DOUBLE, rows.x().count(), deflation.vectors().cols());
      RowBatchTasks.tiles(worker).multiply(rows.x(), own, deflation.vectors(), out);
      return Matrices.of(out);
    }
  }

  /** One worker measures A(rows, rows) - A(rows, S)·V·D·Vᵀ·A(S, rows). */
  @InPhase(Phase.FACTOR)
  record Measure(Held rows) implements SumTask<StepBounds> {
    @Override
    public StepBounds run(Worker worker, Matrices sum) {
      int m = rows.x().count();
      List<double[]> diagonals = new ArrayList<>();
      for (double ridge : Shared.of(worker).ridges()) {
        diagonals.add(new Diagonal(rows.weights()).inverse(ridge).w());
      }
      try (Matrix gram = Matrix.zeros(Shared.of(worker).settings().precision(), m, m)) {
        RowBatchTasks.tiles(worker).fill(rows.x(), rows.x(), gram);
        return RowBatchTasks.measure(
            worker, gram, sum.get(0), diagonals, Collections.nCopies(diagonals.size(), 0.0));
      }
    }
  }
}
