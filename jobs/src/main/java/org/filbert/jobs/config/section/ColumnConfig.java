package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.filbert.table.DatePart;
import org.filbert.train.columns.ColumnKind;

/** What a column of a table is, and how its cells become features. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ColumnConfig.Numbers.class, name = "number"),
  @JsonSubTypes.Type(value = ColumnConfig.Category.class, name = "category"),
  @JsonSubTypes.Type(value = ColumnConfig.Date.class, name = "date"),
  @JsonSubTypes.Type(value = TextConfig.class, name = "text"),
  @JsonSubTypes.Type(value = ColumnConfig.Weight.class, name = "weight"),
  @JsonSubTypes.Type(value = ColumnConfig.Ignore.class, name = "ignore")
})
public sealed interface ColumnConfig
    permits ColumnConfig.Numbers,
        ColumnConfig.Category,
        ColumnConfig.Date,
        ColumnConfig.Weight,
        ColumnConfig.Ignore,
        TextConfig {
  /** What the numerics take. */
  ColumnKind toKind();

  /**
   * A number becomes a feature.
   *
   * @param missing What a missing cell becomes; {@code refuse} makes the record a bad one.
   * @param indicator Whether a second feature is 1 where the cell is missing.
   * @param standardise Whether the numbers of the training rows get mean 0 and standard deviation
   *     1.
   */
  record Numbers(
      @JsonProperty(defaultValue = "mean") FillConfig missing,
      @JsonProperty(defaultValue = "false") boolean indicator,
      @JsonProperty(defaultValue = "true") boolean standardise)
      implements ColumnConfig {
    public Numbers {
      kind(missing, indicator, standardise); // checks them
    }

    private static ColumnKind kind(FillConfig missing, boolean indicator, boolean standardise) {
      return new ColumnKind.Numbers(missing.fill(), indicator, standardise);
    }

    @Override
    public ColumnKind toKind() {
      return kind(missing, indicator, standardise);
    }
  }

  /**
   * A category becomes a feature for each value of the training rows: 1 for that of the row. Of a
   * value that training did not have all are 0; such are counted.
   *
   * @param missing What a missing cell becomes: {@code zero} for none of the categories, {@code
   *     most-frequent}, a value, or {@code refuse}.
   * @param indicator Whether a last feature is 1 where the cell is missing.
   * @param maxCategories With more distinct values, a hash chooses one of so many features.
   */
  record Category(
      @JsonProperty(defaultValue = "zero") FillConfig missing,
      @JsonProperty(defaultValue = "false") boolean indicator,
      @JsonProperty(defaultValue = "256") int maxCategories)
      implements ColumnConfig {
    public Category {
      kind(missing, indicator, maxCategories); // checks them
    }

    private static ColumnKind kind(FillConfig missing, boolean indicator, int maxCategories) {
      return new ColumnKind.Category(missing.fill(), indicator, maxCategories);
    }

    @Override
    public ColumnKind toKind() {
      return kind(missing, indicator, maxCategories);
    }
  }

  /**
   * A date becomes features of its parts.
   *
   * @param notation How dates are written: ISO 8601, or as a number of seconds or milliseconds
   *     since 1970 in UTC.
   * @param missing What a missing cell becomes: {@code zero} for zeros, or {@code refuse}.
   * @param indicator Whether a last feature is 1 where the cell is missing.
   * @param parts The parts that become features.
   * @param cycles Whether month, weekday and hour are a sine and a cosine each, so that December is
   *     next to January; otherwise they are numbers.
   */
  record Date(
      @JsonProperty(defaultValue = "iso") ColumnKind.Notation notation,
      @JsonProperty(defaultValue = "zero") FillConfig missing,
      @JsonProperty(defaultValue = "false") boolean indicator,
      @JsonProperty(defaultValue = "[year, month, weekday, hour]") List<DatePart> parts,
      @JsonProperty(defaultValue = "true") boolean cycles)
      implements ColumnConfig {
    public Date {
      kind(notation, missing, indicator, parts, cycles); // checks them
    }

    private static ColumnKind kind(
        ColumnKind.Notation notation,
        FillConfig missing,
        boolean indicator,
        List<DatePart> parts,
        boolean cycles) {
      return new ColumnKind.Date(notation.cells(), missing.fill(), indicator, parts, cycles);
    }

    @Override
    public ColumnKind toKind() {
      return kind(notation, missing, indicator, parts, cycles);
    }
  }

  /** A number of 0 or more, by which a training row counts in the loss. */
  record Weight() implements ColumnConfig {
    @Override
    public ColumnKind toKind() {
      return new ColumnKind.Weight();
    }
  }

  /** The column is left out. */
  record Ignore() implements ColumnConfig {
    @Override
    public ColumnKind toKind() {
      return new ColumnKind.Ignore();
    }
  }
}
