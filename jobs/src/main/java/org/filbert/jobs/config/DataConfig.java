package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.connectors.DataFormat;
import org.filbert.connectors.OnBadRecord;

/**
 * The data of a training run.
 *
 * @param test evaluated after each epoch, never used to decide anything
 * @param validation decides when to stop, and which of several ridges and widths is kept
 * @param validationFraction share of the training rows that is held out as validation rows; or
 *     validation is given
 */
public record DataConfig(
    DataSource train,
    Optional<DataSource> test,
    Optional<DataSource> validation,
    OptionalDouble validationFraction,
    @JsonProperty(defaultValue = "fail") OnBadRecord onBadRecord) {
  public DataConfig {
    if (validationFraction.isPresent()) {
      double fraction = validationFraction.getAsDouble();
      if (!(fraction > 0 && fraction < 1)) {
        throw new IllegalArgumentException(
            "validationFraction is " + fraction + ", must be a number between 0 and 1");
      }
      if (validation.isPresent()) {
        throw new IllegalArgumentException(
            "validationFraction and validation are both given, must be at most one of them");
      }
    }
  }

  /** The same with the feature columns of a format where none are named. */
  DataConfig withColumnsOf(DataFormat format) {
    return new DataConfig(
        train.withColumnsOf(format),
        test.map(source -> source.withColumnsOf(format)),
        validation.map(source -> source.withColumnsOf(format)),
        validationFraction,
        onBadRecord);
  }

  /** Whether there will be validation rows. */
  public boolean hasValidation() {
    return validation.isPresent() || validationFraction.isPresent();
  }
}
