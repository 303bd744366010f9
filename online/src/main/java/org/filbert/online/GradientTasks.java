package org.filbert.online;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.features.FourierSeries;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * What the workers do for {@link DoublyStochasticGradients}, one record for each kind of superstep.
 * Block j belongs to worker j mod P.
 */
final class GradientTasks {
  private static final Key<GradientOptions> OPTIONS =
      Key.constant("gradients", GradientOptions.class);

  /** Ã_j by j. */
  private static final Key<CoefficientBlocks> COEFFICIENTS =
      Key.stored("coefficients", CoefficientBlocks.class);

  /** C̃_j by j, where a mean of models is kept. */
  private static final Key<CoefficientBlocks> MEANS =
      Key.stored("meanCoefficients", CoefficientBlocks.class);

  /** The worker's blocks of the best model so far, where validation rows choose one. */
  private static final Key<CoefficientBlocks> BEST =
      Key.stored("bestCoefficients", CoefficientBlocks.class);

  /** The rows that were scored last. */
  private static final Key<Rows> BATCH = Key.stored("batch", Rows.class);

  private static final Key<FourierSeries> SERIES =
      Key.rebuilt("fourierSeries", FourierSeries.class);

  private GradientTasks() {}

  /** Begins with the blocks of a model, or none. */
  record Start(GradientOptions options, SortedMap<Integer, Matrix> blocks) implements Action {
    @Override
    public void act(Worker worker) {
      worker.put(OPTIONS, options);
      worker.put(COEFFICIENTS, new CoefficientBlocks());
      worker.put(MEANS, new CoefficientBlocks());
      blocks.forEach(
          (j, a) -> {
            if (isOwn(worker, j)) {
              worker.get(COEFFICIENTS).add(j, 1, a);
            }
          });
    }
  }

  /** The part of Σ_j φ_j(x)·Ã_j that the worker's own blocks make, m×k. */
  @InPhase(Phase.KERNEL)
  record Score(Rows x, int columns) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      worker.put(BATCH, x);
      Matrix scores = Matrix.zeros(Precision.DOUBLE, x.count(), columns);
      worker
          .get(COEFFICIENTS)
          .byNumber()
          .forEach((j, a) -> series(worker).multiply(x, j, a, scores.columns(0, a.cols())));
      return Matrices.of(scores);
    }
  }

  /**
   * The mean of (φ_0(x)ᵀφ_0(x') - κ(x, x'))² over the pairs of the batch's first rows; from the
   * first worker, 0 from the others.
   */
  record Variance(int rows) implements Task<Double> {
    @Override
    public Double run(Worker worker) {
      if (worker.index() > 0) {
        return 0.0;
      }
      Rows batch = worker.get(BATCH);
      Rows x = batch.slice(0, Math.min(rows, batch.count()));
      int n = x.count();
      try (Matrix kernel = Matrix.zeros(Precision.DOUBLE, n, n);
          Matrix identity = Matrix.zeros(Precision.DOUBLE, n, n);
          KernelBlocks blocks =
              new KernelBlocks(
                  worker.get(OPTIONS).map().kernel(), Precision.DOUBLE, worker.backend())) {
        blocks.fill(x, x, kernel);
        for (int i = 0; i < n; i++) {
          identity.set(i, i, 1);
        }
        Matrix estimate = Matrix.zeros(Precision.DOUBLE, n, n);
        try (Matrix features = series(worker).project(x, 0, identity)) {
          series(worker).multiply(x, 0, features, estimate);
        }
        double[] difference = estimate.toArray();
        double[] exact = kernel.toArray();
        double sum = 0;
        for (int i = 0; i < exact.length; i++) {
          sum += (difference[i] - exact[i]) * (difference[i] - exact[i]);
        }
        return sum / exact.length;
      }
    }
  }

  /**
   * ‖φ_j(x)ᵀg‖² of some blocks, new ones too; from their owners, 0 from the others. Frequencies of
   * new ones are not kept: few of these blocks will be used.
   *
   * @param rows places in the batch of the rows x
   */
  @InPhase(Phase.RESIDUAL)
  record Strengths(int[] rows, Matrix g, int[] numbers) implements Task<double[]> {
    @Override
    public double[] run(Worker worker) {
      double[] strengths = new double[numbers.length];
      for (int i = 0; i < numbers.length; i++) {
        int number = numbers[i];
        if (isOwn(worker, number)) {
          try (Matrix gradient = series(worker).project(learned(worker, rows), number, g)) {
            strengths[i] = Arrays.stream(gradient.toArray()).map(value -> value * value).sum();
          }
          if (!worker.get(COEFFICIENTS).byNumber().containsKey(number)) {
            series(worker).forget(number);
          }
        }
      }
      return strengths;
    }
  }

  /**
   * Ã_j += factor·φ_j(x)ᵀg at the block's owner.
   *
   * @param meanFactor what C̃_j changes by for each 1 that Ã_j does
   */
  @InPhase(Phase.RESIDUAL)
  record Update(int number, int[] rows, Matrix g, double factor, double meanFactor)
      implements Action {
    @Override
    public void act(Worker worker) {
      if (isOwn(worker, number)) {
        try (Matrix gradient = series(worker).project(learned(worker, rows), number, g)) {
          worker.get(COEFFICIENTS).add(number, factor, gradient);
          if (worker.get(OPTIONS).averages()) {
            worker.get(MEANS).add(number, meanFactor * factor, gradient);
          }
        }
      }
    }
  }

  /** Every Ã_j times s, and every C̃_j times q. */
  record Multiply(double current, double fade) implements Action {
    @Override
    public void act(Worker worker) {
      worker.get(COEFFICIENTS).multiply(current);
      worker.get(MEANS).multiply(fade);
    }
  }

  /** Keeps the coefficients, to come back to; later blocks have numbers from {@code below}. */
  record Keep(int below) implements Action {
    @Override
    public void act(Worker worker) {
      worker.put(COEFFICIENTS, worker.get(COEFFICIENTS).kept(below));
      worker.put(MEANS, worker.get(MEANS).kept(below));
    }
  }

  /** The coefficients that were kept. */
  record GoBack() implements Action {
    @Override
    public void act(Worker worker) {
      worker.get(COEFFICIENTS).goBack();
      worker.get(MEANS).goBack();
      worker.remove(SERIES); // what it has kept is of blocks that are gone, too
    }
  }

  /** The worker's blocks of the model, by number, all of k columns. */
  record Collect(Scales scales, int columns) implements Task<SortedMap<Integer, Matrix>> {
    @Override
    public SortedMap<Integer, Matrix> run(Worker worker) {
      return model(worker).byNumber();
    }

    private CoefficientBlocks model(Worker worker) {
      CoefficientBlocks model = new CoefficientBlocks();
      boolean mean = worker.get(OPTIONS).averages() && scales.missing() < 1;
      double weight = 1 - scales.missing();
      add(worker.get(COEFFICIENTS), mean ? scales.mean() / weight : scales.current(), model);
      if (mean) {
        add(worker.get(MEANS), -scales.fade() / weight, model);
      }
      return model;
    }

    private void add(CoefficientBlocks summand, double factor, CoefficientBlocks sum) {
      summand
          .byNumber()
          .forEach(
              (j, a) -> {
                try (Matrix wide = Matrix.zeros(Precision.DOUBLE, a.rows(), columns)) {
                  wide.columns(0, a.cols()).assign(a);
                  sum.add(j, factor, wide);
                }
              });
    }
  }

  /** Keeps the worker's blocks of the model as those of the best one so far. */
  record Remember(Collect model) implements Action {
    @Override
    public void act(Worker worker) {
      worker.put(BEST, model.model(worker));
    }
  }

  /** The worker's blocks of the best model. */
  record Best() implements Task<SortedMap<Integer, Matrix>> {
    @Override
    public SortedMap<Integer, Matrix> run(Worker worker) {
      CoefficientBlocks copy = new CoefficientBlocks();
      worker.get(BEST).byNumber().forEach((j, a) -> copy.add(j, 1, a));
      return copy.byNumber();
    }
  }

  /** Takes over the blocks of a former worker that are a worker's own. */
  static void takeOver(Worker former, Worker worker) {
    worker.put(OPTIONS, former.get(OPTIONS));
    for (Key<CoefficientBlocks> key : List.of(COEFFICIENTS, MEANS)) {
      CoefficientBlocks own = worker.getOrMake(key, CoefficientBlocks::new);
      worker.put(key, own.and(former.get(key), number -> isOwn(worker, number)));
    }
  }

  private static boolean isOwn(Worker worker, int number) {
    return number % worker.count() == worker.index();
  }

  /** The rows of the batch that are learned from. */
  private static Rows learned(Worker worker, int[] rows) {
    Rows batch = worker.get(BATCH);
    boolean all = Arrays.equals(rows, IntStream.range(0, batch.count()).toArray());
    return all ? batch : batch.select(rows);
  }

  private static FourierSeries series(Worker worker) {
    GradientOptions options = worker.get(OPTIONS);
    return worker.getOrMake(
        SERIES,
        () ->
            new FourierSeries(
                options.map(),
                options.precision(),
                worker.backend(),
                options.frequencyBytes() / worker.count()));
  }
}
