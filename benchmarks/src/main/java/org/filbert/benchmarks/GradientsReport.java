package org.filbert.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Blas;
import org.filbert.linalg.ForwardingBlas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.VectorMath;
import org.filbert.loss.SquareLoss;
import org.filbert.online.Algorithm;
import org.filbert.online.DoublyStochasticGradients;
import org.filbert.online.GradientOptions;
import org.filbert.online.GradientState;
import org.filbert.online.LastGood;
import org.filbert.online.StepSize;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Worker;

/**
 * Prints the time of a step of doubly stochastic gradients, scoring and learning, by the number of
 * blocks and of workers: batches of 1,024 rows, blocks of 256 frequencies, d = 100, k = 10, single
 * precision, one BLAS thread per worker. Then prints the times without matrix products and without
 * sines and cosines, which give their shares. Wall-clock times are the best of {@value #STEPS}
 * steps, processor times of all threads their mean.
 */
public final class GradientsReport {
  private static final int ROWS = 1024;
  private static final int FREQUENCIES = 256;
  private static final int FEATURES = 100;
  private static final int COLUMNS = 10;
  private static final int STEPS = 12;

  private GradientsReport() {}

  public static void main(String[] args) {
    Backend backend = Backends.choose("openblas", "auto");
    backend.blas().setThreads(1);
    for (int workers : new int[] {1, 2}) {
      for (int blocks : new int[] {16, 32, 64, 128}) {
        print(workers, blocks, "", cost(backend, workers, blocks));
      }
      Backend noWaves = new Backend(backend.blas(), new NoMath(backend.math()));
      Backend noProducts = new Backend(new NoBlas(backend.blas()), backend.math());
      print(workers, 64, " without sines and cosines", cost(noWaves, workers, 64));
      print(workers, 64, " without matrix products", cost(noProducts, workers, 64));
    }
  }

  private static void print(int workers, int blocks, String what, Cost cost) {
    System.out.printf(
        Locale.ROOT,
        "%s workers, %s blocks%s: %.1f ms a step, %,.0f rows a second; %.1f ms of processor time%n",
        workers,
        blocks,
        what,
        1e3 * cost.seconds(),
        ROWS / cost.seconds(),
        1e3 * cost.processor());
  }

  /** Wall-clock and processor seconds. */
  private record Cost(double seconds, double processor) {}

  /** Cost of a step on an old block, with all frequencies kept. */
  private static Cost cost(Backend backend, int count, int blocks) {
    List<Worker> all =
        IntStream.range(0, count).mapToObj(i -> new Worker(i, count, backend)).toList();
    DoublyStochasticGradients gradients =
        new DoublyStochasticGradients(
            new GradientOptions(
                new RandomFourier(
                    new Gaussian(1), FEATURES, 2 * FREQUENCIES, 7, RandomFourier.Form.COSINE_SINE),
                Precision.SINGLE,
                new Algorithm.Dsg(),
                new SquareLoss(),
                new StepSize.Constant(0.01),
                0,
                blocks,
                1,
                1L << 30));
    Rows x = new DenseRows(Inputs.normal(Precision.SINGLE, ROWS, FEATURES, 1));
    Matrix y = Inputs.normal(Precision.DOUBLE, ROWS, COLUMNS, 2);
    try (LocalWorkers workers = new LocalWorkers(new ArrayList<>(all))) {
      GradientState state = gradients.start(COLUMNS, workers);
      LastGood good = gradients.keep(state, workers);
      int[] rows = IntStream.range(0, ROWS).toArray();
      while (state.blocks().size() < blocks) {
        state = gradients.step(state, good, x, y, rows, null, workers).state();
      }
      OperatingSystemMXBean system =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      for (int step = 0; step < 3; step++) {
        gradients.scores(state, x, workers);
      }
      double best = Double.MAX_VALUE;
      long processor = system.getProcessCpuTime();
      for (int step = 0; step < STEPS; step++) {
        long start = System.nanoTime();
        state = gradients.step(state, good, x, y, rows, null, workers).state();
        best = Math.min(best, (System.nanoTime() - start) / 1e9);
      }
      return new Cost(best, (system.getProcessCpuTime() - processor) / 1e9 / STEPS);
    }
  }

  /** Products that do nothing. */
  private static final class NoBlas extends ForwardingBlas {
    NoBlas(Blas blas) {
      super(blas);
    }

    @Override
    public void gemm(
        boolean transposeA,
        boolean transposeB,
        double alpha,
        Matrix a,
        Matrix b,
        double beta,
        Matrix c) {}
  }

  /** Sines and cosines that do nothing. */
  private record NoMath(VectorMath math) implements VectorMath {
    @Override
    public String name() {
      return math.name();
    }

    @Override
    public void exp(float[] x, int from, int count, float scale) {
      math.exp(x, from, count, scale);
    }

    @Override
    public void pow(float[] x, int from, int count, double exponent) {
      math.pow(x, from, count, exponent);
    }

    @Override
    public void exp(double[] x, int from, int count, double scale) {
      math.exp(x, from, count, scale);
    }

    @Override
    public void pow(double[] x, int from, int count, double exponent) {
      math.pow(x, from, count, exponent);
    }

    @Override
    public void cos(float[] x, int from, int count) {}

    @Override
    public void sin(float[] x, int from, int count) {}

    @Override
    public void multiply(float[] a, int m, int n, float[] b, int k, int stride, float[] c) {
      math.multiply(a, m, n, b, k, stride, c);
    }

    @Override
    public void addTransposed(float[] a, int m, int n, float[] b, int k, int stride, float[] c) {
      math.addTransposed(a, m, n, b, k, stride, c);
    }

    @Override
    public void multiply(float[] a, int m, int n, double[] b, int k, int stride, double[] c) {
      math.multiply(a, m, n, b, k, stride, c);
    }

    @Override
    public void addTransposed(float[] a, int m, int n, double[] b, int k, int stride, double[] c) {
      math.addTransposed(a, m, n, b, k, stride, c);
    }

    @Override
    public void gather(
        double[] source, int first, int[] rows, int count, int stride, double[] target) {
      math.gather(source, first, rows, count, stride, target);
    }

    @Override
    public void scatter(
        double[] source, int[] rows, int count, int stride, double[] target, int first) {
      math.scatter(source, rows, count, stride, target, first);
    }
  }
}
