package org.filbert.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.filbert.connectors.read.LocalReader;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.model.CurvePoint;
import org.filbert.train.Training;
import org.filbert.train.rows.LocalRows;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Worker;

/**
 * Trains a configuration's model on threads of this process, without Flink: {@code
 * LocalTrainingReport CONFIG [path=value ...]}. Compared with {@code filbert train}, its times show
 * the cost of the loop on Flink.
 */
public final class LocalTrainingReport {
  private LocalTrainingReport() {}

  public static void main(String[] args) throws IOException {
    TrainConfig config =
        new ConfigLoader()
            .load(Path.of(args[0]), List.of(args).subList(1, args.length), TrainConfig.class);
    Backend backend = Backends.choose("auto", "auto");
    Placement placement = new Placement(config.seed(), config.workers());
    try (LocalWorkers workers = new LocalWorkers(workers(config, placement, backend))) {
      for (CurvePoint point :
          new Training(config.spec()).run(workers).model().provenance().curve()) {
        System.out.printf(
            Locale.ROOT,
            "epoch %s: %.2f s, relative residual %.6g%n",
            point.epoch(),
            point.trainSeconds(),
            point.relativeResidual());
      }
    }
  }

  static List<Worker> workers(TrainConfig config, Placement placement, Backend backend)
      throws IOException {
    List<Instance> rows = new ArrayList<>();
    LocalReader.forEach(
        config
            .data()
            .train()
            .toDataSet(
                Role.TRAIN, config.data().onBadRecord(), config.task(), ProjectPaths.ofProcess()),
        rows::add);
    return LocalRows.workers(rows, placement, backend);
  }
}
