package org.filbert.jobs.config.training;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.file.DataFormat;
import org.filbert.jobs.config.section.DataSource;
import org.filbert.jobs.config.yaml.Fold;
import org.filbert.train.rows.RowUse;

/**
 * The data of a training run.
 *
 * @param train The rows to learn from.
 * @param test Rows that are scored and never used to decide anything.
 * @param validation Rows that decide when to stop, and which ridge and width the model has.
 * @param validationFraction In place of {@code validation}: share of training rows, between 0 and
 *     1.
 * @param validationFold In place of {@code validation}: the part of the training rows that is held
 *     out, such as {@code 1/5}.
 * @param share Share of the training rows that are used, above 0, up to 1. Default: all
 * @param onBadRecord Whether a record that cannot be used ends the run or goes to {@code
 *     quarantine.jsonl}.
 */
public record DataConfig(
    DataSource train,
    Optional<HeldOutSource> test,
    Optional<HeldOutSource> validation,
    OptionalDouble validationFraction,
    Optional<Fold> validationFold,
    OptionalDouble share,
    @JsonProperty(defaultValue = "fail") OnBadRecord onBadRecord) {
  public DataConfig {
    test.ifPresent(source -> source.requireFormat("test", train));
    validation.ifPresent(source -> source.requireFormat("validation", train));
    if (validationFraction.isPresent()) {
      double fraction = validationFraction.getAsDouble();
      if (!(fraction > 0 && fraction < 1)) {
        throw new IllegalArgumentException(
            "validationFraction is " + fraction + ", must be a number between 0 and 1");
      }
      requireNoOther("validationFraction", validation.isPresent(), "validation");
    }
    if (validationFold.isPresent()) {
      requireNoOther("validationFold", validation.isPresent(), "validation");
      requireNoOther("validationFold", validationFraction.isPresent(), "validationFraction");
    }
    if (share.isPresent() && !(share.getAsDouble() > 0 && share.getAsDouble() <= 1)) {
      throw new IllegalArgumentException(
          "share is " + share.getAsDouble() + ", must be above 0 and at most 1");
    }
  }

  private static void requireNoOther(String key, boolean given, String other) {
    if (given) {
      throw new IllegalArgumentException(
          key + " and " + other + " are both given, must be at most one of them");
    }
  }

  /** The same, feature columns that are not named being those of a format. */
  DataConfig withColumnsOf(DataFormat format) {
    return new DataConfig(
        train.withColumnsOf(format),
        test.map(source -> source.withColumnsOf(format)),
        validation.map(source -> source.withColumnsOf(format)),
        validationFraction,
        validationFold,
        share,
        onBadRecord);
  }

  /** The test rows with their format. */
  public Optional<DataSource> testSource() {
    return test.map(source -> source.beside(train));
  }

  /** The validation rows with their format. */
  public Optional<DataSource> validationSource() {
    return validation.map(source -> source.beside(train));
  }

  /** Whether there will be validation rows. */
  public boolean hasValidation() {
    return validation.isPresent() || validationFraction.isPresent() || validationFold.isPresent();
  }

  /** Whether one of so many parts of the training rows is held out. */
  boolean isFoldOf(int folds) {
    return validationFold.filter(fold -> fold.of() == folds).isPresent();
  }

  /** What is used of the training rows. */
  RowUse toRowUse() {
    return new RowUse(
        validationFold.map(Fold::of).orElse(0),
        validationFold.map(fold -> fold.number() - 1).orElse(0),
        share.orElse(1),
        false);
  }
}
