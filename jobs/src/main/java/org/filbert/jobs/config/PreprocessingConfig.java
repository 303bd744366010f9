package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.filbert.connectors.file.DataFormat;
import org.filbert.train.PreprocessingOptions;
import org.filbert.train.Scaling;
import org.filbert.train.Storage;

/**
 * Preprocessing of rows for training and for scoring.
 *
 * @param text How documents become rows; needed if, and only if, the format names a text.
 * @param scaling How features are scaled; sparse rows can have {@code none} and {@code divide}
 *     only.
 * @param storage How rows are stored. {@code auto}: sparse if the records are, and it saves memory.
 * @param centreTargets For regression: whether the mean target is subtracted first. Default: {@code
 *     true}
 */
public record PreprocessingConfig(
    Optional<TextConfig> text,
    @JsonProperty(defaultValue = "{type: none}") Scaling scaling,
    @JsonProperty(defaultValue = "auto") Storage storage,
    Optional<Boolean> centreTargets) {
  public PreprocessingConfig {
    toOptions(text, scaling, storage, centreTargets, OptionalInt.empty(), List.of()); // checks them
  }

  /**
   * The options of the numerics.
   *
   * @param format of the training records
   */
  PreprocessingOptions toOptions(DataFormat format) {
    return toOptions(text, scaling, storage, centreTargets, format.width(), format.featureNames());
  }

  private static PreprocessingOptions toOptions(
      Optional<TextConfig> text,
      Scaling scaling,
      Storage storage,
      Optional<Boolean> centreTargets,
      OptionalInt features,
      List<String> names) {
    return new PreprocessingOptions(
        scaling,
        storage,
        text.map(TextConfig::toOptions).orElse(null),
        features,
        centreTargets.orElse(true),
        names);
  }
}
