package org.filbert.train;

import java.util.ArrayList;
import java.util.List;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** Measures every feature of the training rows. */
record Measure(int features) implements Task<FeatureStatistics> {
  private static final int BATCH = 1024;

  @Override
  public FeatureStatistics run(Worker worker) {
    Preprocessing identity =
        new Preprocessing(features, false, Precision.DOUBLE, new double[0], new double[0]);
    List<Instance> instances = worker.get(ShardState.INSTANCES);
    FeatureStatistics statistics = FeatureStatistics.of(List.of(), features);
    for (int from = 0; from < instances.size(); from += BATCH) {
      List<Features> batch = new ArrayList<>();
      for (Instance instance : instances.subList(from, Math.min(from + BATCH, instances.size()))) {
        if (instance instanceof Instance.Example example && example.role() == Role.TRAIN) {
          Encode.checkWidth(identity, example);
          batch.add(example.features());
        }
      }
      DenseRows rows = (DenseRows) identity.apply(batch);
      List<double[]> values = new ArrayList<>();
      for (int i = 0; i < rows.count(); i++) {
        values.add(rows.row(i));
      }
      statistics = statistics.merge(FeatureStatistics.of(values, features));
      rows.matrix().close();
    }
    return statistics;
  }
}
