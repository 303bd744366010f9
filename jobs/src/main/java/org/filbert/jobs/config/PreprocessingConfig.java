package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.filbert.train.Scaling;
import org.filbert.train.Storage;

/**
 * What is done to rows before training, and to rows to be scored.
 *
 * @param text how documents become rows; absent: the records are numbers
 * @param centreTargets for regression, whether the mean target is taken off; absent: yes
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
