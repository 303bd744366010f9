package org.filbert.jobs.online;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.connectors.stream.RowRule;
import org.filbert.data.RefusedException;
import org.filbert.jobs.config.section.RecursiveConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.stream.StreamRowsConfig;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.Precision;
import org.filbert.model.LearnedMetric;
import org.filbert.model.Preprocessing;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.online.FirstRows;
import org.filbert.online.RowLimits;
import org.filbert.operators.online.BatchOptions;
import org.filbert.operators.online.CellAdapter;
import org.filbert.operators.online.FeatureAdapter;
import org.filbert.operators.online.LabelRule;
import org.filbert.operators.online.RowAdapter;
import org.filbert.table.CellColumns;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.filbert.table.TextColumn;
import org.filbert.train.columns.FixedTable;
import org.filbert.train.columns.Scaling;
import org.filbert.train.columns.TableOptions;
import org.jspecify.annotations.Nullable;

/** Converts the row settings of a configuration into the operators' options. */
final class RowSettings {
  /** Features of columns up to which recursive least squares learns, whose rows are dense. */
  private static final int MOST_DENSE = 4096;

  private RowSettings() {}

  /**
   * What makes numbers of cells: fitted by a stored model, or fixed by the configuration.
   *
   * @return null if the rows are numbers
   * @throws RefusedException if the model was trained on other columns, or without a model for a
   *     column that needs training rows
   */
  static @Nullable TableEncoder table(OnlineConfig config, String store) {
    if (config.preprocessing().isEmpty()) {
      return null;
    }
    TableOptions table = config.preprocessing().get().toTable();
    if (config.from().isPresent()) {
      return table.fittedBy(config.from().get().load(store), "from");
    }
    return config
        .preprocessing()
        .get()
        .fitted()
        .map(model -> table.fittedBy(model.load(store), "preprocessing.fitted"))
        .orElseGet(() -> FixedTable.of(table));
  }

  /** The cells that a reader takes from each record; null if the rows are numbers. */
  static @Nullable CellColumns cells(OnlineConfig config) {
    return config.preprocessing().map(own -> own.toTable().cells()).orElse(null);
  }

  static RowRule rule(OnlineConfig config, int features) {
    CellColumns cells = cells(config);
    if (cells != null) {
      return new CellAdapter(cells, labels(config));
    }
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
   * @param table makes numbers of cells before; null if the rows are numbers
   */
  static BatchOptions batches(
      OnlineConfig config,
      int features,
      Optional<TrainedModel> from,
      @Nullable TableEncoder table) {
    boolean dense = config.learner() instanceof RecursiveConfig;
    if (dense && table != null) {
      checkDense(table);
    }
    Preprocessing given =
        preprocessing(
            config,
            features,
            config.rows().sparse()
                || (table != null
                    && !dense
                    && from.map(model -> model.preprocessing().sparse()).orElse(table.sparse())));
    return new BatchOptions(
        config.batchSize(),
        config.batchDelay().toMillis(),
        from.map(model -> preprocessing(model, given)).orElse(given),
        from.isEmpty() && kernel(config) instanceof SpectralKernel kernel
            ? FirstRows.of(kernel)
            : FirstRows.UNUSED,
        table);
  }

  private static void checkDense(TableEncoder table) {
    for (TableColumn column : table.columns()) {
      if (column.encoder() instanceof TextColumn) {
        throw new RefusedException(
            "preprocessing.columns.%s: type is text, whose features are sparse; allowed with learner.algorithm: recursive-least-squares: a column of another type, or cdsg, which takes sparse rows"
                .formatted(column.name()));
      }
    }
    if (table.features() > MOST_DENSE) {
      TableColumn widest =
          Collections.max(
              table.columns(), Comparator.comparingInt(column -> column.encoder().features()));
      throw new RefusedException(
          "preprocessing.columns become %s features, %s of column %s; allowed with learner.algorithm: recursive-least-squares: %s at most, by fewer maxCategories, or cdsg, which takes sparse rows"
              .formatted(table.features(), widest.encoder().features(), widest.name(), MOST_DENSE));
    }
  }

  /**
   * The preprocessing before it is fitted to the first rows. A learner that scales the rows itself
   * gets them with all their digits.
   */
  static Preprocessing preprocessing(OnlineConfig config, int features) {
    return preprocessing(config, features, config.rows().sparse());
  }

  private static Preprocessing preprocessing(OnlineConfig config, int features, boolean sparse) {
    return new Preprocessing(
        features,
        sparse,
        config.learner() instanceof RecursiveConfig ? Precision.DOUBLE : config.precision(),
        new double[0],
        scale(config.rows(), features));
  }

  private static Preprocessing preprocessing(TrainedModel from, Preprocessing given) {
    Preprocessing stored = numbers(from);
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

  private static Preprocessing numbers(TrainedModel from) {
    if (from.preprocessing() instanceof TablePreprocessing table) {
      return table.numbers();
    }
    if (from.preprocessing() instanceof Preprocessing numbers) {
      return numbers;
    }
    throw new RefusedException(
        from.preprocessing() instanceof LearnedMetric
            ? "from is a model with a learned metric, which streams do not go on with: train it"
                + " with kernel.metric.learn: none"
            : "from is a model of text, the rows of a stream are numbers");
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
