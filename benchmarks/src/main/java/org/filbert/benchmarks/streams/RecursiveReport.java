package org.filbert.benchmarks.streams;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.filbert.data.DenseRows;
import org.filbert.data.Target;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.online.Batch;
import org.filbert.online.Columns;
import org.filbert.online.LearnerState;
import org.filbert.online.OnlineLearner;
import org.filbert.online.recursive.ExpertOptions;
import org.filbert.online.recursive.RecursiveLearner;
import org.filbert.online.recursive.RecursiveOptions;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * Prints the rows a second of recursive least squares without Flink, by experts, rows of a batch
 * and workers: a RandomRBF stream of 10 features and 5 classes, one BLAS thread per worker.
 */
public final class RecursiveReport {
  private static final int FEATURES = 10;

  private RecursiveReport() {}

  /**
   * Prints the rates.
   *
   * @param args optional number of rows
   */
  public static void main(String[] args) {
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
    Backend backend = Backends.choose("auto", "auto");
    backend.blas().setThreads(1);
    for (int batch : new int[] {1, 64}) {
      for (int workers : new int[] {1, 2}) {
        print("12 experts of 100", twelve(), batch, workers, rows, backend);
      }
    }
    for (int workers : new int[] {1, 2}) {
      print(
          "1 expert of 2,000",
          List.of(expert(new Gaussian(3), 2000, 1)),
          64,
          workers,
          rows,
          backend);
    }
  }

  private static List<ExpertOptions> twelve() {
    List<ExpertOptions> experts = new ArrayList<>();
    for (double memory : new double[] {0.999, 0.99, 0.95}) {
      for (double width : new double[] {1, 3}) {
        experts.add(expert(new Gaussian(width * Math.sqrt(FEATURES)), 100, memory));
        experts.add(expert(new Laplacian(width * FEATURES), 100, memory));
      }
    }
    return experts;
  }

  private static ExpertOptions expert(Kernel kernel, int features, double memory) {
    return new ExpertOptions(
        new RandomFourier(kernel, FEATURES, features, 1, RandomFourier.Form.COSINE_SINE),
        memory,
        0.01);
  }

  private static void print(
      String what, List<ExpertOptions> experts, int size, int count, int rows, Backend backend) {
    LabelledStream stream = new RandomRbf(1, FEATURES, 5, 50, 0.001);
    List<Batch> batches = new ArrayList<>();
    for (int i = 0; i < rows / size; i++) {
      batches.add(batch(stream, size));
    }
    int known = batches.size() / 4;
    List<Worker> all =
        IntStream.range(0, count).mapToObj(i -> new Worker(i, count, backend)).toList();
    OnlineLearner<?> learner =
        new RecursiveLearner(
            new RecursiveOptions(experts, Precision.SINGLE, 32, 500, 1L << 30),
            new Columns.OpenClasses(List.of()));
    try (LocalWorkers workers = new LocalWorkers(all)) {
      Run<?> run = new Run<>(learner, workers);
      run.learn(batches.subList(0, known));
      OperatingSystemMXBean system =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      long start = System.nanoTime();
      long processor = system.getProcessCpuTime();
      run.learn(batches.subList(known, batches.size()));
      int measured = (batches.size() - known) * size;
      System.out.printf(
          Locale.ROOT,
          "%s, batches of %s, %s workers: %,.0f rows a second, %.0f µs of processor time a row%n",
          what,
          size,
          count,
          measured / ((System.nanoTime() - start) / 1e9),
          (system.getProcessCpuTime() - processor) / 1e3 / measured);
    }
  }

  /** A learner and its state. */
  private static final class Run<S extends LearnerState> {
    private final OnlineLearner<S> learner;
    private final Workers workers;
    private S state;

    Run(OnlineLearner<S> learner, Workers workers) {
      this.learner = learner;
      this.workers = workers;
      this.state = learner.start(workers);
    }

    void learn(List<Batch> batches) {
      for (Batch batch : batches) {
        state = learner.step(state, batch, workers).state();
      }
    }
  }

  private static Batch batch(LabelledStream stream, int size) {
    Matrix x = Matrix.zeros(Precision.DOUBLE, size, FEATURES);
    List<String> ids = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      LabelledStream.Row row = stream.next();
      x.write(i, i + 1, row.x());
      ids.add("");
      targets.add(new Target.ClassName("c" + row.label()));
    }
    return new Batch(new DenseRows(x), ids, new ArrayList<>(targets), new long[size], null);
  }
}
