package org.filbert.sql;

import static org.apache.flink.configuration.ConfigOptions.key;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.ResolvedCatalogModel;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.factories.ModelProviderFactory;
import org.apache.flink.table.ml.ModelProvider;
import org.filbert.operators.scoring.ModelChoice;
import org.filbert.operators.scoring.SharedModel;
import org.jspecify.annotations.Nullable;

/** Provider {@code filbert} of SQL models: predictions are made where the rows are. */
public final class FilbertModelFactory implements ModelProviderFactory {
  /** Identifier of the provider, and of the catalog. */
  static final String IDENTIFIER = "filbert";

  static final ConfigOption<String> STORE =
      key("store").stringType().noDefaultValue().withDescription("Root of the model store.");
  static final ConfigOption<String> MODEL =
      key("model")
          .stringType()
          .noDefaultValue()
          .withDescription("Name of the stored model; that of the SQL model unless set.");
  static final ConfigOption<String> VERSION =
      key("version")
          .stringType()
          .defaultValue("latest")
          .withDescription("Number of a version, or latest: newer versions take over.");
  static final ConfigOption<Duration> RELOAD_INTERVAL =
      key("reload.interval")
          .durationType()
          .defaultValue(Duration.ofSeconds(10))
          .withDescription("Time between two looks for a newer version.");
  static final ConfigOption<Integer> BATCH_SIZE =
      key("batch.size")
          .intType()
          .defaultValue(1024)
          .withDescription("Most rows that are scored as one product.");
  static final ConfigOption<Duration> BATCH_WAIT =
      key("batch.wait")
          .durationType()
          .defaultValue(Duration.ZERO)
          .withDescription(
              "Longest time that a row waits for others; 0: for the batch before its own alone.");
  static final ConfigOption<Double> INTERVAL =
      key("interval")
          .doubleType()
          .defaultValue(0.9)
          .withDescription("Probability that a number lies from lower to upper.");

  static final ConfigOption<OnBadRow> ON_BAD_ROW =
      key("on.bad.row")
          .enumType(OnBadRow.class)
          .defaultValue(OnBadRow.FAIL)
          .withDescription(
              "What becomes of a row that the model does not take: the job ends (fail), its"
                  + " prediction is null (null), or it is left out (skip).");

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(STORE);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(MODEL, VERSION, RELOAD_INTERVAL, BATCH_SIZE, BATCH_WAIT, INTERVAL, ON_BAD_ROW);
  }

  @Override
  public ModelProvider createModelProvider(Context context) {
    FactoryUtil.ModelProviderFactoryHelper helper =
        FactoryUtil.createModelProviderFactoryHelper(this, context);
    helper.validate();
    ReadableConfig options = helper.getOptions();
    ResolvedCatalogModel model = context.getCatalogModel();
    String name =
        options.getOptional(MODEL).orElseGet(() -> context.getObjectIdentifier().getObjectName());
    try {
      SqlModel sqlModel =
          new SqlModel(
              new ModelChoice(
                  options.get(STORE),
                  name,
                  version(options.get(VERSION)),
                  atLeast(RELOAD_INTERVAL, options, Duration.ofMillis(1))),
              batchSize(options.get(BATCH_SIZE)),
              atLeast(BATCH_WAIT, options, Duration.ZERO),
              InputColumns.of(model.getResolvedInputSchema()),
              OutputColumn.of(model.getResolvedOutputSchema()),
              options.get(INTERVAL),
              options.get(ON_BAD_ROW));
      check(sqlModel);
      return new FilbertModelProvider(sqlModel);
    } catch (IOException | IllegalArgumentException e) {
      throw new ValidationException(
          context.getObjectIdentifier().asSummaryString() + ": " + e.getMessage(), e);
    }
  }

  /** Refuses a model that does not fit before there is a job. */
  private static void check(SqlModel model) throws IOException {
    try (SharedModel shared = model.choice().acquire()) {
      model.check(shared.model());
    }
  }

  private static @Nullable Integer version(String text) {
    if (text.equals("latest")) {
      return null;
    }
    if (!text.matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException(
          "version is '" + text + "', must be latest or the number of a version");
    }
    return Integer.valueOf(text);
  }

  private static int batchSize(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("batch.size is " + size + ", must be at least 1");
    }
    return size;
  }

  private static Duration atLeast(
      ConfigOption<Duration> option, ReadableConfig options, Duration least) {
    Duration value = options.get(option);
    if (value.compareTo(least) < 0) {
      throw new IllegalArgumentException(
          option.key() + " is " + value + ", must be at least " + least);
    }
    return value;
  }
}
