package org.filbert.system.internal.entries;

import java.util.List;
import java.util.function.BiFunction;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.system.equations.ColumnArithmetic;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.workers.Action;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** The workers' tasks on whole vectors of any system. */
public final class VectorTasks {
  private VectorTasks() {}

  /** y ← b·y + a·x. */
  @InPhase(Phase.RESIDUAL)
  public record Combine(double[] a, Vector x, double[] b, Vector y) implements Action {
    @Override
    public void act(Worker worker) {
      VectorPart.orZero(worker, y)
          .with(
              VectorPart.orZero(worker, x),
              (into, from) -> ColumnArithmetic.combine(into, b, a, from));
    }
  }

  /** y ← x. */
  public record Copy(Vector x, Vector y) implements Action {
    @Override
    public void act(Worker worker) {
      VectorPart.orZero(worker, y).with(VectorPart.orZero(worker, x), Matrix::assign);
    }
  }

  /** v ← v - Σ_j t_j·x_j. */
  @InPhase(Phase.RESIDUAL)
  public record Subtract(Matrix t, List<Vector> others, Vector v) implements Action {
    @Override
    public void act(Worker worker) {
      VectorPart part = VectorPart.of(worker, v);
      for (int j = 0; j < others.size(); j++) {
        double[] factors = t.row(j);
        part.with(
            VectorPart.of(worker, others.get(j)),
            (into, from) -> ColumnArithmetic.subtract(into, factors, from));
      }
    }
  }

  /** The worker's part of aᵀb for every column. */
  @InPhase(Phase.RESIDUAL)
  public record Dot(Vector a, Vector b) implements Task<double[]> {
    @Override
    public double[] run(Worker worker) {
      return ColumnArithmetic.dots(
          VectorPart.orZero(worker, a).elements(), VectorPart.orZero(worker, b).elements());
    }
  }

  /** The worker's part of products of every column of v, one row for each other vector. */
  static Matrix products(
      Worker worker,
      Vector v,
      List<Vector> others,
      BiFunction<VectorPart, VectorPart, double[]> product) {
    VectorPart part = VectorPart.of(worker, v);
    Matrix products = Matrix.zeros(Precision.DOUBLE, others.size(), part.elements().cols());
    for (int j = 0; j < others.size(); j++) {
      products.write(j, j + 1, product.apply(part, VectorPart.of(worker, others.get(j))));
    }
    return products;
  }

  /** Answers the worker's elements of a block. */
  public record Elements(Vector v, int block) implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      return VectorPart.orZero(worker, v).piece(worker, block);
    }
  }

  /** Sets the fitted values to 0. */
  public record Clear(Vector v) implements Action {
    @Override
    public void act(Worker worker) {
      VectorPart.orZero(worker, v).fitted().clear();
    }
  }

  /** Copies the fitted values as the old ones and sets them to 0. */
  public record BeginRefit(Vector v) implements Action {
    @Override
    public void act(Worker worker) {
      VectorPart part = VectorPart.orZero(worker, v);
      VectorPart old = VectorPart.orZero(worker, old(v));
      old.fitted().assign(part.fitted());
      new Clear(v).act(worker);
    }
  }

  /**
   * Removes the old fitted values. Answers the largest magnitude of the new ones, and of the
   * differences.
   */
  public record EndRefit(Vector v) implements Task<List<Double>> {
    @Override
    public List<Double> run(Worker worker) {
      VectorPart old = VectorPart.of(worker, old(v));
      VectorPart part = VectorPart.of(worker, v);
      double largest = ColumnArithmetic.largest(part.fitted());
      ColumnArithmetic.add(old.fitted(), -1, part.fitted());
      double difference = ColumnArithmetic.largest(old.fitted());
      VectorPart.remove(worker, old(v));
      return List.of(largest, difference);
    }
  }

  /**
   * Measures the seconds for an element of a vector of {@code columns} that is multiplied by, or
   * subtracted from, that of another. The vectors are larger than a processor's caches. All workers
   * measure at the same time.
   */
  public record Timing(int columns) implements Task<Double> {
    private static final int ELEMENTS = 1 << 20;

    @Override
    public Double run(Worker worker) {
      int rows = Math.max(1, ELEMENTS / columns);
      double[] none = new double[columns];
      try (Matrix a = Matrix.zeros(Precision.DOUBLE, rows, columns);
          Matrix b = Matrix.zeros(Precision.DOUBLE, rows, columns)) {
        a.clear();
        b.clear();
        double seconds =
            EntryTiming.best(
                () -> {
                  ColumnArithmetic.dots(a, b);
                  ColumnArithmetic.subtract(a, none, b);
                });
        return seconds / 2 / rows / columns;
      }
    }
  }

  private static Vector old(Vector v) {
    return new Vector(v.name() + " before");
  }
}
