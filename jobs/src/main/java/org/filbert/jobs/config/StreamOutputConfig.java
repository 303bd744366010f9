package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;

/**
 * Output of a run over a stream besides its table and its models.
 *
 * @param files whether predictions are written into the run directory
 */
public record StreamOutputConfig(
    @JsonProperty(defaultValue = "false") boolean files, Optional<KafkaOutputConfig> kafka) {}
