package org.filbert.train.columns;

import java.util.EnumSet;
import java.util.List;
import org.filbert.table.CellKind;
import org.filbert.table.CellNotation;
import org.filbert.table.DatePart;
import org.filbert.table.NumberNotation;
import org.jspecify.annotations.Nullable;

/** What a column of a table is, and how its cells become features. */
public sealed interface ColumnKind {
  /** Categories that have a feature each, unless another number is given. */
  int MOST_CATEGORIES = 256;

  /** What the cells hold. */
  default CellKind cells() {
    return CellKind.TEXT;
  }

  /** How texts of the column are written; null for plain numbers and ISO 8601. */
  default @Nullable CellNotation notation() {
    return null;
  }

  /** What a missing cell becomes. */
  default Fill missing() {
    return Fill.of(Fill.Rule.ZERO);
  }

  /** What a configuration calls a notation; null if there is none. */
  static @Nullable String text(@Nullable CellNotation notation) {
    return notation == null ? null : notation.text();
  }

  private static void require(Fill missing, EnumSet<Fill.Rule> allowed, String of) {
    if (!allowed.contains(missing.rule())) {
      throw new IllegalArgumentException(
          "missing is %s, which a column of %s cannot have".formatted(missing.rule(), of));
    }
  }

  /**
   * Numbers.
   *
   * @param written how they are written
   * @param indicator whether a second feature says where a cell is missing
   * @param standardise whether the numbers get mean 0 and standard deviation 1
   */
  record Numbers(NumberNotation written, Fill missing, boolean indicator, boolean standardise)
      implements ColumnKind {
    public Numbers {
      if (missing.rule() == Fill.Rule.CONSTANT
          && Double.isNaN(CellKind.number(missing.constant()))) {
        throw new IllegalArgumentException(
            "missing is \""
                + missing.constant()
                + "\", must be mean, median, most-frequent, zero, refuse or a finite number");
      }
    }

    /** Numbers in plain notation. */
    public Numbers(Fill missing, boolean indicator, boolean standardise) {
      this(NumberNotation.PLAIN, missing, indicator, standardise);
    }

    @Override
    public CellKind cells() {
      return CellKind.NUMBER;
    }

    @Override
    public @Nullable CellNotation notation() {
      return written == NumberNotation.PLAIN ? null : written;
    }
  }

  /**
   * Categories: a feature for each.
   *
   * @param indicator whether a last feature says where a cell is missing
   * @param maxCategories with more distinct values, hashes choose among so many features
   */
  record Category(Fill missing, boolean indicator, int maxCategories) implements ColumnKind {
    public Category {
      require(
          missing,
          EnumSet.complementOf(EnumSet.of(Fill.Rule.MEAN, Fill.Rule.MEDIAN)),
          "categories");
      if (maxCategories < 1) {
        throw new IllegalArgumentException(
            "maxCategories is " + maxCategories + ", must be 1 or more");
      }
    }
  }

  /** Whole numbers of a few values: as numbers or as categories, as left-out rows prefer. */
  record NumberOrCategory() implements ColumnKind {
    /** One or the other. */
    ColumnKind settled(boolean category) {
      return category
          ? new Category(Fill.of(Fill.Rule.ZERO), false, MOST_CATEGORIES)
          : new Numbers(Fill.of(Fill.Rule.MEAN), false, true);
    }

    @Override
    public CellKind cells() {
      return CellKind.NUMBER;
    }
  }

  /**
   * Points in time.
   *
   * @param written how they are written
   * @param indicator whether a last feature says where a cell is missing
   * @param parts that become features
   * @param cycles whether month, weekday and hour are a sine and a cosine each
   */
  record Date(
      DateNotation written, Fill missing, boolean indicator, List<DatePart> parts, boolean cycles)
      implements ColumnKind {
    public Date {
      parts = List.copyOf(parts);
      require(missing, EnumSet.of(Fill.Rule.ZERO, Fill.Rule.REFUSE), "dates");
      if (parts.isEmpty() || EnumSet.copyOf(parts).size() < parts.size()) {
        throw new IllegalArgumentException(
            "parts is " + parts + ", must be one or more distinct parts of a date");
      }
    }

    @Override
    public CellKind cells() {
      return written.cells();
    }

    @Override
    public @Nullable CellNotation notation() {
      return written.pattern();
    }
  }

  /** Documents, as {@link TextOptions} say; one that is missing has no words. */
  record Text(TextOptions options) implements ColumnKind {
    public Text {
      if (options.vocabulary() == null) {
        throw new IllegalArgumentException(
            "columns is hashed, must be vocabulary for a text beside other columns");
      }
      if (options.emptyDocuments() != TextOptions.EmptyDocuments.ZEROS) {
        throw new IllegalArgumentException(
            "emptyDocuments is given, must be zeros for a text beside other columns");
      }
    }
  }

  /** What each training row counts in the loss: a number of 0 or more. */
  record Weight() implements ColumnKind {
    @Override
    public CellKind cells() {
      return CellKind.WEIGHT;
    }

    @Override
    public Fill missing() {
      return Fill.of(Fill.Rule.REFUSE);
    }
  }

  /** Nothing. */
  record Ignore() implements ColumnKind {}
}
