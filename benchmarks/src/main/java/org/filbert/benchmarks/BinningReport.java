package org.filbert.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.filbert.data.Placement;
import org.filbert.data.Sample;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Naturals;
import org.filbert.linalg.Precision;
import org.filbert.model.Model;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.system.BinningOptions;
import org.filbert.system.KernelSystem;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.equations.Vector;
import org.filbert.train.Preparation;
import org.filbert.train.TrainingSpec;
import org.filbert.workers.LocalWorkers;

/**
 * Prints the memory bandwidth of the sparse products of random binning as a share of a copy's:
 * {@code BinningReport CONFIG [path=value ...]} for a configuration with {@code system: {type:
 * random-binning}}, on its workers as threads of this process. A product is A·v of all right-hand
 * sides, sums over the workers included, best of several. Then the scoring speed of a model in rows
 * per second.
 *
 * <pre>
 * from memory   2·n·R numbers of bins of 2 or 4 bytes, 3·n·k fitted values
 * touched       besides 3·n·R·k weights of bins, which caches may hold: read by Z·v, read and written by Zᵀ
 * a copy        its bytes twice, read and written
 * </pre>
 */
public final class BinningReport {
  private static final int ROUNDS = 15;
  private static final int COPIED = 1 << 28;
  private static final int SCORED = 4096;

  private BinningReport() {}

  public static void main(String[] args) throws IOException {
    TrainConfig config =
        new ConfigLoader()
            .load(Path.of(args[0]), List.of(args).subList(1, args.length), TrainConfig.class);
    BinningOptions binning = (BinningOptions) config.kernelSystem();
    Backend backend = Backends.choose("auto", "auto");
    Placement placement = new Placement(config.seed(), config.workers());
    try (LocalWorkers workers =
        new LocalWorkers(LocalTrainingReport.workers(config, placement, backend))) {
      double copy = copied(placement.workers());
      Prepared prepared = new Preparation(config.spec()).run(workers);
      KernelSystem system = binning.begin(settings(config, prepared), prepared, workers);
      double n = prepared.rows();
      double grids = binning.grids();
      double k = prepared.columns();
      Blocks blocks = system.blocks();
      system.gradient(Vector.U); // computes ZᵀY as an operand
      double seconds = best(() -> system.apply(Vector.U, new Vector("image")));
      double memory = 2 * n * grids * Naturals.size(blocks.largest()) + 3 * n * k * Double.BYTES;
      double touched = memory + 3 * n * grids * k * Double.BYTES;
      System.out.printf(
          Locale.ROOT,
          "n = %.0f, R = %.0f, D = %s, k = %.0f, %s workers, vector math %s%ncopy %.1f GB/s read"
              + " and written%nA·v %.4f s: from memory %.2f GB, %.1f GB/s, %.0f %% of the copy;"
              + " touched %.2f GB, %.1f GB/s, %.0f %%%n",
          n,
          grids,
          blocks.unknowns(),
          k,
          workers.count(),
          backend.math().name(),
          copy / 1e9,
          seconds,
          memory / 1e9,
          memory / seconds / 1e9,
          100 * memory / seconds / copy,
          touched / 1e9,
          touched / seconds / 1e9,
          100 * touched / seconds / copy);
      system.remember(List.of(0));
      system.keep(0);
      Model model = system.model();
      Sample rows = workers.at(0, worker -> worker.get(ShardState.TRAIN));
      int count = Math.min(SCORED, rows.count());
      double scoring = best(() -> model.scores(rows.x().slice(0, count), backend).close());
      System.out.printf(Locale.ROOT, "scores of one thread: %.0f rows a second%n", count / scoring);
    }
  }

  private static SystemSettings settings(TrainConfig config, Prepared prepared) {
    TrainingSpec spec = config.spec();
    return new SystemSettings(
        prepared.kernel(),
        prepared.preprocessing().precision(),
        spec.objective().ridge(),
        Access.ofWhole(),
        spec.memory().cache(),
        0,
        spec.seed());
  }

  private static double best(Runnable work) {
    double best = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      work.run();
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
    }
    return best;
  }

  /** Bytes per second that the threads read and write. */
  private static double copied(int threads) {
    List<Matrix> sources =
        IntStream.range(0, threads)
            .mapToObj(i -> Matrix.zeros(Precision.SINGLE, COPIED / 4 / threads / 512, 512))
            .toList();
    List<Matrix> targets = sources.stream().map(source -> source.copy(Precision.SINGLE)).toList();
    double seconds =
        best(
            () ->
                IntStream.range(0, threads)
                    .parallel()
                    .forEach(i -> targets.get(i).assign(sources.get(i))));
    double bytes = 2.0 * sources.stream().mapToLong(Matrix::bytes).sum();
    sources.forEach(Matrix::close);
    targets.forEach(Matrix::close);
    return bytes / seconds;
  }
}
