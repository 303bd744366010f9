package org.filbert.kernel;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/** Kernels and rows for the tests, and the definitions of the statistics. */
public final class Samples {
  private Samples() {}

  /** Every kernel, with parameters that keep values of the samples between 0.01 and 10. */
  public static Stream<Kernel> kernels() {
    return Stream.of(
        new Gaussian(1.5),
        new Laplacian(4),
        new Exponential(2),
        new Cauchy(1.5),
        new Matern(0.5, 2),
        new Matern(1.5, 2),
        new Matern(2.5, 2),
        new PoweredExponential(2, 1.3, 2),
        new PoweredExponential(1.5, 1.5, 3),
        new PoweredExponential(1.3, 0.7, 3),
        new PoweredExponential(1, 0.5, 4),
        new Polynomial(3, 0.3, 1),
        new Linear());
  }

  /** Half of the elements are 0, the others uniform in [-1, 1) and rounded. */
  public static double[][] values(int count, int features, Precision precision, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[count][features];
    for (double[] row : rows) {
      for (int f = 0; f < features; f++) {
        double value = precision.round(2 * random.nextDouble() - 1);
        row[f] = random.nextBoolean() ? value : 0;
      }
    }
    return rows;
  }

  public static DenseRows dense(Precision precision, int features, double[][] values) {
    double[] elements = Stream.of(values).flatMapToDouble(Arrays::stream).toArray();
    return new DenseRows(Matrix.of(precision, values.length, features, elements));
  }

  public static SparseRows sparse(Precision precision, int features, double[][] values) {
    int[] starts = new int[values.length + 1];
    int[] columns = new int[values.length * features];
    double[] nonZeros = new double[columns.length];
    int at = 0;
    for (int i = 0; i < values.length; i++) {
      for (int f = 0; f < features; f++) {
        if (values[i][f] != 0) {
          columns[at] = f;
          nonZeros[at++] = values[i][f];
        }
      }
      starts[i + 1] = at;
    }
    return new SparseRows(
        precision, features, starts, Arrays.copyOf(columns, at), Arrays.copyOf(nonZeros, at));
  }

  public static Rows rows(boolean sparse, Precision precision, int features, double[][] values) {
    return sparse ? sparse(precision, features, values) : dense(precision, features, values);
  }

  /** κ(x, z) from its definition. */
  public static double value(Kernel kernel, double[] x, double[] z) {
    double sum = 0;
    for (int f = 0; f < x.length; f++) {
      double difference = x[f] - z[f];
      sum +=
          switch (kernel.statistic()) {
            case DOT -> x[f] * z[f];
            case SQUARED_DISTANCE -> difference * difference;
            case ABSOLUTE_DISTANCE -> Math.abs(difference);
            case POWER_DISTANCE -> Math.pow(Math.abs(difference), kernel.power());
          };
    }
    return kernel.of(sum);
  }
}
