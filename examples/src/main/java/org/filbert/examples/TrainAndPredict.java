package org.filbert.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.Outputs;
import org.filbert.model.TrainedModel;
import org.filbert.shard.ShardState;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.Ridge;
import org.filbert.system.SystemSettings;
import org.filbert.train.Evaluation;
import org.filbert.train.Preparation;
import org.filbert.train.Scaling;
import org.filbert.train.Storage;
import org.filbert.train.SystemRun;
import org.filbert.train.SystemRunState;
import org.filbert.train.Training;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Worker;

/** Trains in this process, without Flink, and predicts. */
public final class TrainAndPredict {
  private static final int ROWS = 3000;

  private TrainAndPredict() {}

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    Backend backend = Backends.choose("auto");
    List<Instance> train = new ArrayList<>();
    for (Letters letter : Letters.rows(file, 0, ROWS)) {
      train.add(letter.toInstance(train.size()));
    }
    Worker worker = new Worker(0, 1, backend);
    worker.put(ShardState.INSTANCES, train);
    TrainedModel model;
    try (LocalWorkers workers = new LocalWorkers(List.of(worker))) {
      model = training().run(workers);
    }

    List<Letters> test = Letters.rows(file, ROWS, 1000);
    Matrix scores =
        model.scores(
            test.stream().map(row -> (Features) new Features.Dense(row.features())).toList(),
            backend);
    List<String> classes = ((Outputs.Classes) model.outputs()).names();
    int right = 0;
    for (int i = 0; i < test.size(); i++) {
      int winner = Outputs.Classes.winner(scores.row(i), 0, scores.cols());
      right += classes.get(winner).equals(test.get(i).name()) ? 1 : 0;
    }
    System.out.printf("%d of %d letters are right%n", right, test.size());
  }

  /** Kernel ridge regression on the full kernel matrix, by block coordinate descent. */
  static Training<SystemRunState> training() {
    BlockDescentOptions solver = BlockDescentOptions.of(1000, 5);
    Gaussian kernel = new Gaussian(3); // the width σ, features being 0 to 15
    SystemSettings settings =
        new SystemSettings(
            kernel,
            Precision.SINGLE,
            new Ridge(0.01, false),
            solver.access(),
            CacheBudget.ofMemory(1L << 28),
            1L << 28,
            1);
    SystemRun.Options run =
        new SystemRun.Options(
            new FullKernelOptions(), settings, solver, List.of(), Evaluation.AUTO);
    return new Training<>(
        new Training.Settings<>(
            new Preparation(
                1, Precision.SINGLE, new Scaling.None(), Storage.AUTO, true, kernel, false),
            prepared -> new SystemRun<>(run, prepared),
            new Training.MemoryLimits(0, false),
            "letters, by TrainAndPredict",
            new TreeMap<>()));
  }
}
