package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.filbert.connectors.file.DataFormat;
import org.filbert.table.CellColumns;
import org.filbert.train.columns.PreprocessingOptions;
import org.filbert.train.columns.Quantiles;
import org.filbert.train.columns.Scaling;
import org.filbert.train.columns.Storage;
import org.filbert.train.columns.TableOptions;
import org.jspecify.annotations.Nullable;

/**
 * Preprocessing of rows for training and for scoring.
 *
 * @param text How documents become rows; needed if, and only if, the format names a text.
 * @param scaling How features are scaled; sparse rows can have {@code none} and {@code divide}
 *     only. {@code auto}: numbers of CSV and JSON lines get mean 0 and standard deviation 1, others
 *     stay as they are.
 * @param storage How rows are stored. {@code auto}: sparse if the records are, and it saves memory.
 * @param columns The columns of a table by name or number, each with its type, if they are not all
 *     numbers. Numbers are standardised each by itself.
 * @param missing For {@code columns}: texts that stand for a missing value. Default: {@code ["",
 *     "?", NA, N/A, NaN, nan, "null", NULL]}
 * @param quantiles Whether numbers of dense rows become the normal quantiles of their ranks among
 *     the training rows: {@code normal} or {@code none}; {@code auto}: if rows then predict each
 *     other better. Binary features and categories stay as they are.
 * @param centreTargets For regression: whether the mean target is subtracted first. Default: {@code
 *     true}
 */
public record PreprocessingConfig(
    Optional<TextConfig> text,
    @JsonProperty(defaultValue = "{type: auto}") Scaling scaling,
    @JsonProperty(defaultValue = "auto") Storage storage,
    Optional<Map<String, ColumnConfig>> columns,
    Optional<List<String>> missing,
    @JsonProperty(defaultValue = "none") Quantiles quantiles,
    Optional<Boolean> centreTargets) {
  public PreprocessingConfig {
    if (missing.isPresent() && columns.isEmpty()) {
      throw new IllegalArgumentException("missing is given, which only columns have");
    }
    toOptions(
        text,
        chosen(scaling, text.isPresent() || columns.isPresent()),
        storage,
        ofTable(columns, missing),
        quantiles,
        centreTargets,
        OptionalInt.empty(),
        List.of()); // checks them
  }

  /**
   * The options of the numerics.
   *
   * @param format of the training records
   */
  public PreprocessingOptions toOptions(DataFormat format) {
    return toOptions(
        text,
        scaling(format),
        storage,
        ofTable(columns, missing),
        quantiles,
        centreTargets,
        format.width(),
        format.featureNames());
  }

  /** The scaling of the records of a format. */
  public Scaling scaling(DataFormat format) {
    return chosen(scaling, text.isPresent() || columns.isPresent() || format.asTheyAre());
  }

  /** What becomes of numbers whose scaling is not stated, in a line; empty if it is stated. */
  public Optional<String> unstatedScaling(DataFormat format) {
    if (!(scaling instanceof Scaling.Auto) || text.isPresent() || columns.isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        format.asTheyAre()
            ? "scaling none: numbers stay as they are (preprocessing.scaling)"
            : "scaling auto: numbers get mean 0 and standard deviation 1, 0 and 1 stay"
                + " (preprocessing.scaling)");
  }

  private static Scaling chosen(Scaling scaling, boolean asTheyAre) {
    return scaling instanceof Scaling.Auto && asTheyAre ? new Scaling.None() : scaling;
  }

  /** What the readers take cell by cell; null if the records are numbers or documents. */
  public @Nullable CellColumns cells() {
    TableOptions table = ofTable(columns, missing);
    return table == null ? null : table.cells();
  }

  private static @Nullable TableOptions ofTable(
      Optional<Map<String, ColumnConfig>> columns, Optional<List<String>> missing) {
    return columns.map(each -> table(each, missing)).orElse(null);
  }

  /** The options of a table's columns. */
  public static TableOptions table(
      Map<String, ColumnConfig> columns, Optional<List<String>> missing) {
    return new TableOptions(
        columns.entrySet().stream()
            .map(entry -> new TableOptions.Column(entry.getKey(), entry.getValue().toKind()))
            .toList(),
        missing.orElse(TableOptions.MISSING));
  }

  private static PreprocessingOptions toOptions(
      Optional<TextConfig> text,
      Scaling scaling,
      Storage storage,
      @Nullable TableOptions table,
      Quantiles quantiles,
      Optional<Boolean> centreTargets,
      OptionalInt features,
      List<String> names) {
    return new PreprocessingOptions(
        scaling,
        storage,
        text.map(TextConfig::toOptions).orElse(null),
        features,
        centreTargets.orElse(true),
        names,
        table,
        quantiles);
  }
}
