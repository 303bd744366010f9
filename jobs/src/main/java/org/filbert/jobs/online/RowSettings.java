package org.filbert.jobs.online;

import java.util.HashMap;
import java.util.Map;
import org.filbert.jobs.config.OnlineConfig;
import org.filbert.jobs.config.StreamRowsConfig;
import org.filbert.operators.online.BatchOptions;
import org.filbert.operators.online.FeatureAdapter;
import org.filbert.operators.online.LabelRule;
import org.filbert.operators.online.RowAdapter;
import org.filbert.train.Scaling;

/** Converts the row settings of a configuration into the operators' options. */
final class RowSettings {
  private RowSettings() {}

  static RowAdapter adapter(OnlineConfig config, int features) {
    StreamRowsConfig rows = config.rows();
    return new RowAdapter(
        new FeatureAdapter(features, rows.unknown(), rows.missing(), scale(rows, features)),
        labels(config));
  }

  private static LabelRule labels(OnlineConfig config) {
    Map<String, String> classOf = new HashMap<>();
    config
        .rows()
        .groups()
        .forEach((group, labels) -> labels.forEach(label -> classOf.put(label, group)));
    return new LabelRule(config.task(), classOf, config.rows().knownClasses());
  }

  static BatchOptions batches(OnlineConfig config, int features) {
    return new BatchOptions(
        config.batch().size(),
        config.batch().maxDelay().toMillis(),
        features,
        config.rows().sparse(),
        config.precision(),
        scale(config.rows(), features));
  }

  private static double[] scale(StreamRowsConfig rows, int features) {
    if (rows.scaling() instanceof Scaling.Divide divide) {
      return new double[] {1 / divide.by()};
    }
    if (!rows.spreads().isEmpty() && rows.spreads().size() != features) {
      throw new IllegalArgumentException(
          "rows.spreads has %s numbers, must have one for each of the %s features"
              .formatted(rows.spreads().size(), features));
    }
    return rows.spreads().stream().mapToDouble(spread -> 1 / spread).toArray();
  }
}
