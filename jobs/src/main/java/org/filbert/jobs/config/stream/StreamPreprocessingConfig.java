package org.filbert.jobs.config.stream;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.filbert.jobs.config.section.ColumnConfig;
import org.filbert.jobs.config.section.ModelConfig;
import org.filbert.jobs.config.section.PreprocessingConfig;
import org.filbert.train.columns.TableOptions;

/**
 * Columns of a stream whose rows are not all numbers.
 *
 * @param columns The columns by name or number, each with its type.
 * @param missing Texts that stand for a missing value. Default: {@code ["", "?", NA, N/A, NaN, nan,
 *     "null", NULL]}
 * @param fitted A stored model that was trained on these columns: means, fills, categories and
 *     vocabularies are its. Default: those of {@code from}, or nothing is fitted
 */
public record StreamPreprocessingConfig(
    Map<String, ColumnConfig> columns,
    Optional<List<String>> missing,
    Optional<ModelConfig> fitted) {
  public StreamPreprocessingConfig {
    PreprocessingConfig.table(columns, missing); // checks them
  }

  /** The options of the numerics. */
  public TableOptions toTable() {
    return PreprocessingConfig.table(columns, missing);
  }
}
