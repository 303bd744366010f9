package org.filbert.train.columns;

import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.model.Preprocessing;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * The value that is farthest from 0 once it is preprocessed.
 *
 * @param feature its feature
 * @param value as it was read
 * @param offset of the feature
 * @param scale of the feature
 */
public record FarthestValue(int feature, double value, double offset, double scale) {

  /** Of dense rows. */
  public static FarthestValue of(FeatureStatistics statistics, Preprocessing map) {
    FarthestValue reach = new FarthestValue(0, 0, 0, 1);
    for (int j = 0; j < map.features(); j++) {
      for (double value : new double[] {statistics.min()[j], statistics.max()[j]}) {
        double offset = map.offset().length == 0 ? 0 : map.offset()[j];
        FarthestValue own = new FarthestValue(j, value, offset, map.scaleOf(j));
        if (!(own.size() <= reach.size())) {
          reach = own;
        }
      }
    }
    return reach;
  }

  /** Of sparse rows, which have no offset and one scale. */
  public static FarthestValue ofSparse(Preprocessing map, Workers workers) {
    return workers.gather(new Largest()).stream()
        .map(own -> new FarthestValue(own.feature, own.value, 0, map.scaleOf(0)))
        .reduce((a, b) -> b.size() > a.size() ? b : a)
        .orElseThrow();
  }

  /** The distance from 0. */
  public double size() {
    return Math.abs((value - offset) * scale);
  }

  /** The values of the feature that are at least so far from 0, below it and above it. */
  public List<ValueCounts.Interval> beyond(double size) {
    double distance = Math.abs(size / scale);
    return List.of(
        new ValueCounts.Interval(feature, Double.NEGATIVE_INFINITY, offset - distance),
        new ValueCounts.Interval(feature, offset + distance, Double.POSITIVE_INFINITY));
  }

  /** The value of a shard's sparse training rows that is farthest from 0. */
  record Largest() implements Task<FarthestValue> {
    @Override
    public FarthestValue run(Worker worker) {
      int feature = 0;
      double value = 0;
      for (Instance instance : worker.get(ShardState.INSTANCES)) {
        if (instance instanceof Instance.Example example && example.role() == Role.TRAIN) {
          Features features = example.features();
          double[] values =
              features instanceof Features.Sparse sparse
                  ? sparse.values()
                  : ((Features.Dense) features).values();
          for (int t = 0; t < values.length; t++) {
            if (Math.abs(values[t]) > Math.abs(value)) {
              feature = features instanceof Features.Sparse sparse ? sparse.indices()[t] : t;
              value = values[t];
            }
          }
        }
      }
      return new FarthestValue(feature, value, 0, 1);
    }
  }
}
