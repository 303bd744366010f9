package org.filbert.online.recursive;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.DenseRows;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.RandomFourier;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * What the workers do for recursive least squares, one record for each kind of superstep. Expert e
 * belongs to worker e mod P.
 */
final class RecursiveTasks {
  private static final Key<RecursiveOptions> OPTIONS =
      Key.constant("recursive", RecursiveOptions.class);

  private static final Key<Experts> EXPERTS = Key.stored("experts", Experts.class);

  private static final Key<Features> FEATURES = Key.rebuilt("expertFeatures", Features.class);

  private RecursiveTasks() {}

  /** The experts of a worker by number. */
  record Experts(SortedMap<Integer, Expert> byNumber) {}

  /** The features of the maps that a worker has needed. */
  record Features(Map<RandomFourier, FeatureBlocks> byMap) implements AutoCloseable {
    @Override
    public void close() {
      byMap.values().forEach(FeatureBlocks::close);
    }
  }

  /** Begins, or begins anew, with experts that have learned nothing. */
  record Begin(RecursiveOptions options, int columns) implements Action {
    @Override
    public void act(Worker worker) {
      worker.put(OPTIONS, options);
      SortedMap<Integer, Expert> own = new TreeMap<>();
      for (int e = worker.index(); e < options.experts().size(); e += worker.count()) {
        own.put(e, Expert.start(options.experts().get(e), columns));
      }
      worker.put(EXPERTS, new Experts(own));
    }
  }

  /**
   * Predicts a batch, then learns from its rows with a target. Answers two matrices: the scores,
   * each expert's times its weight, m × k; and what each expert's losses contribute to their fading
   * mean, 1 × (number of experts). A worker answers its own experts' part of these sums.
   *
   * @param x m rows, dense
   * @param weights of the experts
   * @param labelled places of the rows that are learned from
   * @param roots square roots of their weights
   * @param y their targets, of k columns
   * @param classes whether predictions are cut to [0, 1] for the losses
   * @param unit squared error that counts as a loss of 1
   */
  @InPhase(Phase.KERNEL)
  record Learn(
      Matrix x,
      double[] weights,
      int[] labelled,
      double[] roots,
      Matrix y,
      boolean classes,
      double unit)
      implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Matrix scores = Matrix.zeros(Precision.DOUBLE, x.rows(), y.cols());
      double[] losses = new double[weights.length];
      List<ExpertOptions> options = worker.get(OPTIONS).experts();
      Map<RandomFourier, Matrix> features = new HashMap<>();
      worker
          .get(EXPERTS)
          .byNumber()
          .replaceAll(
              (e, known) -> {
                ExpertOptions own = options.get(e);
                Matrix z = features.computeIfAbsent(own.map(), map -> features(worker, map));
                Expert expert = known.widened(y.cols());
                try (Matrix f = expert.scores(z, worker.backend())) {
                  losses[e] = loss(f);
                  add(weights[e], f, scores);
                }
                return labelled.length == 0
                    ? expert
                    : expert.learned(own, weighed(learned(z)), weighed(y), worker.backend());
              });
      features.values().forEach(Matrix::close);
      return Matrices.of(scores, Matrix.of(Precision.DOUBLE, 1, losses.length, losses));
    }

    private Matrix features(Worker worker, RandomFourier map) {
      try (Matrix z = Matrix.zeros(worker.get(OPTIONS).precision(), x.rows(), map.outputs())) {
        blocks(worker, map).fill(new DenseRows(x), 0, map.outputs(), z);
        return z.copy(Precision.DOUBLE);
      }
    }

    private Matrix learned(Matrix z) {
      return labelled.length == z.rows() ? z : z.select(labelled);
    }

    /** Rows times the roots of their weights. */
    private Matrix weighed(Matrix rows) {
      if (Arrays.stream(roots).allMatch(root -> root == 1)) {
        return rows;
      }
      double[] values = rows.toArray();
      for (int i = 0; i < values.length; i++) {
        values[i] *= roots[i / rows.cols()];
      }
      return Matrix.of(Precision.DOUBLE, rows.rows(), rows.cols(), values);
    }

    private static void add(double weight, Matrix f, Matrix sum) {
      double[] values = f.toArray();
      double[] total = sum.toArray();
      for (int i = 0; i < values.length; i++) {
        total[i] += weight * values[i];
      }
      sum.write(0, sum.rows(), total);
    }

    private double loss(Matrix f) {
      double[] losses = new double[labelled.length];
      for (int i = 0; i < losses.length; i++) {
        double[] found = f.row(labelled[i]);
        double[] target = y.row(i);
        for (int j = 0; j < found.length; j++) {
          double cut = classes ? Math.max(0, Math.min(1, found[j])) : found[j];
          losses[i] += (cut - target[j]) * (cut - target[j]) / unit;
        }
      }
      return Vote.faded(losses);
    }
  }

  /** The experts' coefficients by number. */
  record Collect() implements Task<SortedMap<Integer, Matrix>> {
    @Override
    public SortedMap<Integer, Matrix> run(Worker worker) {
      SortedMap<Integer, Matrix> coefficients = new TreeMap<>();
      worker
          .get(EXPERTS)
          .byNumber()
          .forEach((e, expert) -> coefficients.put(e, expert.w().copy(Precision.DOUBLE)));
      return coefficients;
    }
  }

  private static FeatureBlocks blocks(Worker worker, RandomFourier map) {
    RecursiveOptions options = worker.get(OPTIONS);
    long budget = options.frequencyBytes() / worker.count() / options.maps().size();
    return worker
        .getOrMake(FEATURES, () -> new Features(new HashMap<>()))
        .byMap()
        .computeIfAbsent(
            map,
            missing -> new FeatureBlocks(missing, options.precision(), worker.backend(), budget));
  }
}
