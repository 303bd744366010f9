package org.filbert.system;

import java.util.List;
import org.filbert.cost.Phase;
import org.filbert.linalg.Matrix;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** What the workers do with whole vectors, whatever the system. */
final class VectorTasks {
  private VectorTasks() {}

  /** y ← b·y + a·x. */
  record Combine(double[] a, Vector x, double[] b, Vector y) implements Task<Boolean> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Boolean run(Worker worker) {
      VectorPart.orZero(worker, y)
          .with(VectorPart.orZero(worker, x), (into, from) -> ByColumn.combine(into, b, a, from));
      return true;
    }
  }

  /** y ← x, whatever y was. */
  record Copy(Vector x, Vector y) implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      VectorPart.orZero(worker, y).with(VectorPart.orZero(worker, x), Matrix::assign);
      return true;
    }
  }

  /** v ← v - Σ_j t_j·x_j. */
  record Subtract(Matrix t, List<Vector> others, Vector v) implements Task<Boolean> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Boolean run(Worker worker) {
      VectorPart part = VectorPart.of(worker, v);
      for (int j = 0; j < others.size(); j++) {
        double[] factors = t.row(j);
        part.with(
            VectorPart.of(worker, others.get(j)),
            (into, from) -> ByColumn.subtract(into, factors, from));
      }
      return true;
    }
  }

  /** The worker's part of aᵀb for every column. */
  record Dot(Vector a, Vector b) implements Task<double[]> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public double[] run(Worker worker) {
      return ByColumn.dots(
          VectorPart.orZero(worker, a).elements(), VectorPart.orZero(worker, b).elements());
    }
  }

  /** The worker's piece of a block. */
  record Piece(Vector v, int block) implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      return VectorPart.orZero(worker, v).piece(worker, block);
    }
  }

  /** Sets the fitted values to 0. */
  record Clear(Vector v) implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      VectorPart.orZero(worker, v).fitted().clear();
      return true;
    }
  }

  /** Puts fitted values aside and begins new ones with 0. */
  record BeginRefit(Vector v) implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      VectorPart part = VectorPart.orZero(worker, v);
      VectorPart old = VectorPart.orZero(worker, old(v));
      old.fitted().assign(part.fitted());
      return new Clear(v).run(worker);
    }
  }

  /** Forgets the old fitted values; answers the largest of the new ones and of the differences. */
  record EndRefit(Vector v) implements Task<List<Double>> {
    @Override
    public List<Double> run(Worker worker) {
      VectorPart old = VectorPart.of(worker, old(v));
      VectorPart part = VectorPart.of(worker, v);
      double largest = ByColumn.largest(part.fitted());
      ByColumn.add(old.fitted(), -1, part.fitted());
      double difference = ByColumn.largest(old.fitted());
      VectorPart.remove(worker, old(v));
      return List.of(largest, difference);
    }
  }

  private static Vector old(Vector v) {
    return new Vector(v.name() + " before");
  }

  static List<Class<?>> messages() {
    return List.of(
        Vector.class,
        VectorPart.class,
        Combine.class,
        Copy.class,
        Subtract.class,
        Dot.class,
        Piece.class,
        Clear.class,
        BeginRefit.class,
        EndRefit.class);
  }
}
