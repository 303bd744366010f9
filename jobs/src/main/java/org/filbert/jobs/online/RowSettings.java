package org.filbert.jobs.online;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.data.RefusedException;
import org.filbert.jobs.config.OnlineConfig;
import org.filbert.jobs.config.RecursiveConfig;
import org.filbert.jobs.config.StreamRowsConfig;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.online.FirstRows;
import org.filbert.online.RowLimits;
import org.filbert.operators.online.BatchOptions;
import org.filbert.operators.online.FeatureAdapter;
import org.filbert.operators.online.LabelRule;
import org.filbert.operators.online.RowAdapter;
import org.filbert.train.Scaling;
import org.jspecify.annotations.Nullable;

/** Converts the row settings of a configuration into the operators' options. */
final class RowSettings {
  private RowSettings() {}

  static RowAdapter adapter(OnlineConfig config, int features) {
    StreamRowsConfig rows = config.rows();
    return new RowAdapter(
        new FeatureAdapter(
            features, rows.unknown(), rows.missing(), scale(rows, features), largest(config)),
        labels(config));
  }

  /** Half of what the learner allows, as an offset is subtracted. */
  private static double largest(OnlineConfig config) {
    return kernel(config) instanceof SpectralKernel kernel
        ? Math.min(FeatureAdapter.LARGEST, RowLimits.of(kernel, config.precision()).largest() / 2)
        : FeatureAdapter.LARGEST;
  }

  private static @Nullable Kernel kernel(OnlineConfig config) {
    return config.kernel().map(kernel -> kernel.kernel(OptionalDouble.empty())).orElse(null);
  }

  private static LabelRule labels(OnlineConfig config) {
    Map<String, String> classOf = new HashMap<>();
    config
        .rows()
        .groups()
        .forEach((group, labels) -> labels.forEach(label -> classOf.put(label, group)));
    return new LabelRule(config.task(), classOf, config.rows().knownClasses());
  }

  /**
   * How the stream becomes batches.
   *
   * @param from the model that the run starts from, whose preprocessing the rows go through
   */
  static BatchOptions batches(OnlineConfig config, int features, Optional<TrainedModel> from) {
    Preprocessing given = preprocessing(config, features);
    return new BatchOptions(
        config.batchSize(),
        config.batch().maxDelay().toMillis(),
        from.map(model -> preprocessing(model, given)).orElse(given),
        from.isEmpty() && kernel(config) instanceof SpectralKernel kernel
            ? FirstRows.of(kernel)
            : FirstRows.UNUSED);
  }

  /**
   * The preprocessing before it is fitted to the first rows. A learner that scales the rows itself
   * gets them with all their digits.
   */
  static Preprocessing preprocessing(OnlineConfig config, int features) {
    return new Preprocessing(
        features,
        config.rows().sparse(),
        config.learner() instanceof RecursiveConfig ? Precision.DOUBLE : config.precision(),
        new double[0],
        scale(config.rows(), features));
  }

  private static Preprocessing preprocessing(TrainedModel from, Preprocessing given) {
    if (!(from.preprocessing() instanceof Preprocessing stored)) {
      throw new RefusedException("from is a model of text, the rows of a stream are numbers");
    }
    if (stored.features() != given.features()) {
      throw new RefusedException(
          "from is a model of %s features, the rows have %s"
              .formatted(stored.features(), given.features()));
    }
    if (given.scale().length > 0 && !Arrays.equals(given.scale(), stored.scale())) {
      throw new RefusedException(
          "from is a model of rows with another scale than rows.scaling or rows.spreads has:"
              + " leave these out, the model has its own");
    }
    if (given.sparse() && stored.offset().length > 0) {
      throw new RefusedException(
          "from is a model of rows that are moved by an offset, which needs rows.sparse: false");
    }
    return new Preprocessing(
        given.features(), given.sparse(), given.precision(), stored.offset(), stored.scale());
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
