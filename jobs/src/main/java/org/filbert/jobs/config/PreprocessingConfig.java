package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.filbert.train.Scaling;
import org.filbert.train.Storage;

/**
 * What is done to rows before training, and to rows to be scored.
 *
 * @param centreTargets for regression, whether the mean target is taken off; absent: yes
 */
public record PreprocessingConfig(
    @JsonProperty(defaultValue = "{type: none}") Scaling scaling,
    @JsonProperty(defaultValue = "auto") Storage storage,
    Optional<Boolean> centreTargets) {}
