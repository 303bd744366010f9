package org.filbert.system;

import java.util.List;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.kernel.LowerTriangle;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.SpdFactor;
import org.filbert.plan.Plan;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.PerRidge;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.system.internal.entries.ColumnTasks.AllElements;
import org.filbert.system.internal.entries.SystemTasks;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumTask;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * The preconditioner of the landmarks' equations that the landmarks themselves give, as in FALKON
 * (Rudi, Carratino, Rosasco, FALKON: an optimal large scale kernel method, 2017). Landmarks J are
 * rows like all others, so that p of them say what the n rows say: with Q = K_JJ + γ·I,
 *
 * <pre>
 *   A = K_JᵀWK_J + ridge·Q  ≈  c·Q² + ridge·Q = c·M        c = Σ_i w_i / p
 *   M⁻¹r = (Q + (ridge / c)·I)⁻¹·Q⁻¹·r
 * </pre>
 *
 * <p>The condition number of M⁻¹A does not grow with n if ridge / c is not too small. With small
 * ridges the smallest eigenvalues, of which p rows say less than n do, settle last: predictions do
 * so before. One worker has the factor of Q, and one for each ridge: p³/3 operations and p² doubles
 * each.
 */
final class LandmarkPreconditioner {
  private static final int HOME = 0;

  private static final Key<Factors> FACTORS = Key.rebuilt("landmarkPreconditioner", Factors.class);

  /**
   * Factors in double.
   *
   * @param metric of Q
   * @param ridges of Q + (ridge / c)·I
   */
  record Factors(SpdFactor metric, List<SpdFactor> ridges) {}

  private final Shared shared;
  private final Workers workers;
  private final double weight;

  /**
   * The preconditioner of a system of landmarks.
   *
   * @param weight Σ_i w_i
   */
  LandmarkPreconditioner(Shared shared, Workers workers, double weight) {
    this.shared = shared;
    this.workers = workers;
    this.weight = weight;
  }

  /** z ← M⁻¹·r. */
  void apply(Vector r, Vector z) {
    double c = weight / shared.blocks().unknowns();
    Matrix solved = workers.sum(new AllElements(r)).at(HOME, new Precondition(c));
    workers.gather(new Assign(z, solved));
  }

  /** Adds memory and work for so many landmarks and ridges. */
  static Plan plan(Plan plan, double p, int ridges) {
    double elements = p * p * (1 + ridges);
    return plan.with(plan.work().reading(elements, 0).factorising(2 * elements * p / 3)) // doubles
        .and(
            List.of(new Plan.Item("preconditioner", (long) (elements * Precision.DOUBLE.bytes()))));
  }

  /** K_JJ + shift·I, factorised by all cores of the worker's process. */
  static SpdFactor factor(Worker worker, double shift) {
    ColumnSource.Landmarks landmarks = (ColumnSource.Landmarks) worker.get(ColumnSource.KEY);
    Matrix k = Matrix.zeros(Precision.DOUBLE, landmarks.count(), landmarks.count());
    int threads = SystemTasks.threads(worker, true);
    new LowerTriangle(
            Shared.of(worker).settings().kernel(), Precision.DOUBLE, worker.backend(), threads)
        .fill(landmarks.rows(), k);
    return new SpdFactor(k, shift, worker.backend(), threads);
  }

  /** M⁻¹ of a sum, in the order of the workers. */
  @InPhase(Phase.PRECONDITION)
  record Precondition(double c) implements SumTask<Matrix> {
    @Override
    public Matrix run(Worker worker, Matrices sum) {
      Blocks blocks = Shared.of(worker).blocks();
      Factors factors = worker.getOrMake(FACTORS, () -> make(worker));
      PerRidge layout = PerRidge.of(worker);
      Matrix z = blocks.byBlock(sum.get(0)).copy(Precision.DOUBLE);
      factors.metric.solve(z);
      for (int m = 0; m < factors.ridges.size(); m++) {
        Matrix columns = layout.columns(z, m);
        try (Matrix solved = columns.copy(Precision.DOUBLE)) {
          factors.ridges.get(m).solve(solved);
          columns.assign(solved);
        }
      }
      return blocks.byWorker(z);
    }

    private Factors make(Worker worker) {
      double identity = worker.get(ColumnSource.KEY).identity();
      return new Factors(
          factor(worker, identity),
          Shared.of(worker).ridges().stream()
              .map(ridge -> factor(worker, identity + ridge / c))
              .toList());
    }
  }

  /** The worker's own elements of a vector ← those of a whole one. */
  record Assign(Vector into, Matrix all) implements Action {
    @Override
    public void act(Worker worker) {
      Blocks blocks = Shared.of(worker).blocks();
      int from = blocks.first(worker.index());
      VectorPart.orZero(worker, into)
          .elements()
          .assign(all.rows(from, from + blocks.own(worker.index())));
    }
  }
}
