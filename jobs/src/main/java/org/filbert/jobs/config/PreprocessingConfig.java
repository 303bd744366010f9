package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.filbert.train.Scaling;
import org.filbert.train.Storage;

/**
 * What is done to rows before training, and to rows to be scored.
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
    if (text.isPresent() && !(scaling instanceof Scaling.None)) {
      throw new IllegalArgumentException("scaling is given with text, which has weights instead");
    }
    if (text.isPresent() && storage == Storage.DENSE) {
      throw new IllegalArgumentException("storage is dense, must be auto or sparse for text");
    }
  }
}
