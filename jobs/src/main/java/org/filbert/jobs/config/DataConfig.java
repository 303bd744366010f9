package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.filbert.connectors.OnBadRecord;

/**
 * The data of a training run.
 *
 * @param test evaluated after each epoch, never used to decide anything
 * @param validation decides when to stop
 */
public record DataConfig(
    DataSource train,
    Optional<DataSource> test,
    Optional<DataSource> validation,
    @JsonProperty(defaultValue = "fail") OnBadRecord onBadRecord) {}
