package org.filbert.jobs.config.stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.filbert.jobs.config.section.KafkaOutputConfig;

/**
 * What a run over a stream writes besides its table and its models.
 *
 * @param files Whether predictions are written to {@code predictions/} in the run directory.
 * @param kafka Topics, on the brokers of the input.
 */
public record StreamOutputConfig(
    @JsonProperty(defaultValue = "false") boolean files, Optional<KafkaOutputConfig> kafka) {}
