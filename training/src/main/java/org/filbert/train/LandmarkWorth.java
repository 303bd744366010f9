package org.filbert.train;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.Rows;
import org.filbert.landmarks.Landmarks;
import org.filbert.linalg.Matrix;
import org.filbert.model.Model;
import org.filbert.random.Purpose;
import org.filbert.selection.JudgingRows;
import org.filbert.selection.Selection;
import org.filbert.shard.Prepared;
import org.filbert.system.KernelSystem;
import org.filbert.train.forecast.Approach;
import org.filbert.train.forecast.MemoryCheck;
import org.filbert.train.forecast.MemoryLimits;
import org.filbert.train.forecast.OutOfMemoryByPlanException;
import org.filbert.train.method.Method;
import org.filbert.train.rows.SampledRows;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * How many rows of an exact solution a landmark is worth, for a kernel, a ridge and these rows. A
 * target that is rough for the kernel needs many unknowns, and more rows for the same landmarks
 * help little: a landmark is worth some rows. A target that is smooth, or drowned in noise, needs
 * few, and gains by all rows: a landmark is worth hundreds.
 *
 * <p>The exact solutions of m = {@value #LEAST}, 2m and 4m rows, and one of {@value #LANDMARKS}
 * landmarks and {@value #ROWS_OF_LANDMARK} rows for each of them, predict {@value #JUDGES} further
 * rows. Through the mean squares of the exact ones goes M(n) = a + b·n^(-c); the number of rows
 * with the mean square of the landmarks, divided by these, is their worth. These solutions keep to
 * the memory of the run, and leave none of it taken: their caches are as small as they have to be.
 *
 * @param memory limits of the run
 */
record LandmarkWorth(Planner.Methods methods, MemoryLimits memory, long seed) {
  private static final int LANDMARKS = 1000;
  private static final int ROWS_OF_LANDMARK = 200;
  private static final int LEAST = 1000;
  private static final int JUDGES = 4000;

  /** Between 0.25 and 0.95 is what twice the rows leave of what can be gained. */
  private static final double FASTEST = 0.25;

  private static final double SLOWEST = 0.95;

  /** What cannot be told from more. */
  private static final double MOST = 1000;

  /**
   * The worth, for rows as they are mapped now, which are all there afterwards; the {@linkplain
   * Approach#WORTH usual one} where there are too few rows, or no memory, to measure it.
   */
  double of(Prepared all, @Nullable Selection selection, Workers workers) {
    int learned = Math.min(all.rows() - JUDGES, LANDMARKS * ROWS_OF_LANDMARK);
    if (learned < 2 * 4 * LEAST) {
      return Approach.WORTH;
    }
    long[] drawn = Landmarks.positions(workers, JUDGES + learned, seed, Purpose.WORTH_ROWS);
    long[] positions = Arrays.copyOfRange(drawn, JUDGES, drawn.length);
    double worth;
    try (JudgingRows judges = JudgingRows.of(JUDGES, seed, Purpose.WORTH_ROWS, workers)) {
      worth = measured(all, positions, selection, judges, workers);
    } catch (OutOfMemoryByPlanException e) {
      worth = Approach.WORTH;
    }
    SampledRows.takeBack(workers);
    KernelSystem.end(workers);
    return worth;
  }

  private double measured(
      Prepared all,
      long[] positions,
      @Nullable Selection selection,
      JudgingRows judges,
      Workers workers) {
    double[] exact = new double[3];
    for (int i = 0; i < exact.length; i++) {
      Prepared few = kept(all, Arrays.copyOf(positions, LEAST << i), workers);
      exact[i] = meanSquare(methods.ofSample(few, selection), judges, workers);
    }
    Prepared many = kept(all, positions, workers);
    Approach landmarks = new Approach(LANDMARKS, LANDMARKS, 1, null, null);
    return worth(exact, meanSquare(methods.ofAll(many, selection, landmarks), judges, workers));
  }

  private static Prepared kept(Prepared all, long[] positions, Workers workers) {
    List<Integer> shards = SampledRows.keep(positions, workers);
    return all.sampled(shards).untested();
  }

  private <S extends Method.State> double meanSquare(
      Method<S> method, JudgingRows judges, Workers workers) {
    KernelSystem.end(workers); // before the memory is measured
    S state = method.start(MemoryCheck.fit(method.plan(workers), memory, workers), workers);
    while (!method.done(state)) {
      state = method.step(state, workers);
    }
    Model model = method.model(state, workers);
    try (Matrix scores = workers.at(0, new Scores(model, judges.x()))) {
      return judges.meanSquare(scores);
    }
  }

  /** Scores by the numerics of a worker: those of the run, which its driver does not have. */
  private record Scores(Model model, Rows x) implements Task<Matrix> {
    @Override
    public Matrix run(Worker worker) {
      return model.scores(x, worker.backend());
    }
  }

  /**
   * The worth by mean squares.
   *
   * @param exact of m, 2m and 4m rows
   */
  static double worth(double[] exact, double landmarks) {
    double before = exact[0] - exact[1];
    double last = exact[1] - exact[2];
    if (!(before > 0) || !(last > 0)) {
      return landmarks < exact[2] ? MOST : Approach.WORTH;
    }
    double left = Math.min(SLOWEST, Math.max(FASTEST, last / before));
    double limit = exact[2] - last * left / (1 - left);
    if (landmarks <= limit) {
      return MOST;
    }
    double c = -Math.log(left) / Math.log(2);
    double rows = 4 * LEAST * Math.pow((exact[2] - limit) / (landmarks - limit), 1 / c);
    return Math.min(MOST, rows / LANDMARKS);
  }
}
