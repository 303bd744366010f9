package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.filbert.table.DatePart;
import org.filbert.table.NumberNotation;
import org.filbert.train.columns.ColumnKind;
import org.filbert.train.columns.DateNotation;

/** What a column of a table is, and how its cells become features. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ColumnConfig.Numbers.class, name = "number"),
  @JsonSubTypes.Type(value = ColumnConfig.Category.class, name = "category"),
  @JsonSubTypes.Type(value = ColumnConfig.NumberOrCategory.class, name = "number-or-category"),
  @JsonSubTypes.Type(value = ColumnConfig.Date.class, name = "date"),
  @JsonSubTypes.Type(value = TextConfig.class, name = "text"),
  @JsonSubTypes.Type(value = ColumnConfig.Weight.class, name = "weight"),
  @JsonSubTypes.Type(value = ColumnConfig.Ignore.class, name = "ignore")
})
public sealed interface ColumnConfig
    permits ColumnConfig.Numbers,
        ColumnConfig.Category,
        ColumnConfig.NumberOrCategory,
        ColumnConfig.Date,
        ColumnConfig.Weight,
        ColumnConfig.Ignore,
        TextConfig {
  /** What the numerics take. */
  ColumnKind toKind();

  /**
   * A number becomes a feature.
   *
   * @param notation How numbers are written in texts: {@code plain} as 1234.5, {@code comma-groups}
   *     as $1,234.50, {@code point-groups} as 1.234,50 €, {@code blank-groups} as 1 234,50; all but
   *     {@code plain} also with a percent sign, which does not change the value, and with
   *     parentheses for negative numbers.
   * @param missing What a missing cell becomes; {@code refuse} makes the record a bad one.
   * @param indicator Whether a second feature is 1 where the cell is missing.
   * @param standardise Whether the numbers of the training rows get mean 0 and standard deviation
   *     1.
   */
  record Numbers(
      @JsonProperty(defaultValue = "plain") NumberNotation notation,
      @JsonProperty(defaultValue = "mean") FillConfig missing,
      @JsonProperty(defaultValue = "false") boolean indicator,
      @JsonProperty(defaultValue = "true") boolean standardise)
      implements ColumnConfig {
    public Numbers {
      kind(notation, missing, indicator, standardise); // checks them
    }

    private static ColumnKind kind(
        NumberNotation notation, FillConfig missing, boolean indicator, boolean standardise) {
      return new ColumnKind.Numbers(notation, missing.fill(), indicator, standardise);
    }

    @Override
    public ColumnKind toKind() {
      return kind(notation, missing, indicator, standardise);
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
   * Whole numbers of a few values, such as grades or codes: a number or a category, each with its
   * defaults, as the training rows predict each other better.
   */
  record NumberOrCategory() implements ColumnConfig {
    @Override
    public ColumnKind toKind() {
      return new ColumnKind.NumberOrCategory();
    }
  }

  /**
   * A date becomes features of its parts.
   *
   * @param notation How dates are written: {@code iso} as 2026-01-31 or 2026-01-31T08:30, {@code
   *     epoch-seconds} or {@code epoch-milliseconds} since 1970 in UTC, or a pattern of letters
   *     such as {@code d/M/uuuu H:mm} or {@code MMM d, uuuu h:mm a}.
   * @param missing What a missing cell becomes: {@code zero} for zeros, or {@code refuse}.
   * @param indicator Whether a last feature is 1 where the cell is missing.
   * @param parts The parts that become features.
   * @param cycles Whether month, weekday and hour are a sine and a cosine each, so that December is
   *     next to January; otherwise they are numbers.
   */
  record Date(
      @JsonProperty(defaultValue = "iso") String notation,
      @JsonProperty(defaultValue = "zero") FillConfig missing,
      @JsonProperty(defaultValue = "false") boolean indicator,
      @JsonProperty(defaultValue = "[year, month, weekday, hour]") List<DatePart> parts,
      @JsonProperty(defaultValue = "true") boolean cycles)
      implements ColumnConfig {
    public Date {
      kind(notation, missing, indicator, parts, cycles); // checks them
    }

    private static ColumnKind kind(
        String notation,
        FillConfig missing,
        boolean indicator,
        List<DatePart> parts,
        boolean cycles) {
      return new ColumnKind.Date(
          DateNotation.of(notation), missing.fill(), indicator, parts, cycles);
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
