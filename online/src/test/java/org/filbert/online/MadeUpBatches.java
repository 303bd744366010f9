package org.filbert.online;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.Loss;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/** Made-up batches of a stream, and learners in double for them. */
final class MadeUpBatches {
  static final int D = 3;
  private static final Backend BACKEND = Backends.choose("auto", "plain");

  private MadeUpBatches() {}

  static GradientOptions options(
      Algorithm algorithm, Loss loss, StepSize step, double lambda, int maxBlocks) {
    return options(algorithm, loss, step, lambda, maxBlocks, 1);
  }

  static GradientOptions options(
      Algorithm algorithm, Loss loss, StepSize step, double lambda, int maxBlocks, int average) {
    return new GradientOptions(
        new RandomFourier(new Gaussian(0.5), D, 10, 11, RandomFourier.Form.COSINE_SINE),
        Precision.DOUBLE,
        algorithm,
        loss,
        step,
        lambda,
        maxBlocks,
        average,
        1 << 10);
  }

  static List<Worker> workers(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Worker(i, count, BACKEND)).toList();
  }

  static LocalWorkers local(int count) {
    return new LocalWorkers(workers(count));
  }

  /** The state after a step on all rows of a batch, without a good model to go back to. */
  static GradientState step(
      DoublyStochasticGradients gradients,
      GradientState state,
      double[][] x,
      double[][] y,
      Workers workers) {
    int[] all = IntStream.range(0, x.length).toArray();
    return gradients
        .step(state, LastGood.none(state), rows(x), matrix(y, state.columns()), all, null, workers)
        .state();
  }

  /** Rows of a batch, uniform in [-1, 1). */
  static double[][] x(int batch, int rows) {
    Random random = new Random(1000 + batch);
    double[][] x = new double[rows][D];
    for (double[] row : x) {
      for (int f = 0; f < D; f++) {
        row[f] = 2 * random.nextDouble() - 1;
      }
    }
    return x;
  }

  /** Index of a row's class, by the sign of a curved function and thirds of another. */
  static int label(double[] x, int classes) {
    double wave = (1 + Math.sin(4 * x[0] + x[1])) / 2;
    return Math.min(classes - 1, (int) (classes * wave));
  }

  /** Targets ±1 for k columns, one for two classes. */
  static double[][] y(double[][] x, int columns) {
    double[][] y = new double[x.length][columns];
    for (int i = 0; i < x.length; i++) {
      int label = label(x[i], columns == 1 ? 2 : columns);
      for (int c = 0; c < columns; c++) {
        y[i][c] = (columns == 1 ? label == 1 : label == c) ? 1 : -1;
      }
    }
    return y;
  }

  static Rows rows(double[][] x) {
    return new DenseRows(matrix(x, D));
  }

  static Matrix matrix(double[][] values, int columns) {
    Matrix matrix = Matrix.zeros(Precision.DOUBLE, values.length, columns);
    for (int i = 0; i < values.length; i++) {
      matrix.write(i, i + 1, values[i]);
    }
    return matrix;
  }
}
