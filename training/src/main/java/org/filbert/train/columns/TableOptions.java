package org.filbert.train.columns;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.filbert.data.RefusedException;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellColumns;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.filbert.table.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table.
 *
 * @param columns in the order of their features
 * @param missing texts that stand for a missing value
 */
public record TableOptions(List<Column> columns, List<String> missing) {
  /** Texts that stand for a missing value unless others are given. */
  public static final List<String> MISSING =
      List.of("", "?", "NA", "N/A", "NaN", "nan", "null", "NULL");

  /**
   * A column.
   *
   * @param name or number of the column
   * @param type of its values in the training table; null if that has texts, or was not looked at
   */
  public record Column(String name, ColumnKind kind, @Nullable ValueType type) {
    /** A column of texts. */
    public Column(String name, ColumnKind kind) {
      this(name, kind, null);
    }
  }

  public TableOptions {
    columns = List.copyOf(columns);
    missing = List.copyOf(missing);
    Set<String> names = new HashSet<>();
    for (Column column : columns) {
      if (!names.add(column.name())) {
        throw new IllegalArgumentException("columns has " + column.name() + " twice");
      }
    }
    if (features(columns).findAny().isEmpty()) {
      throw new IllegalArgumentException(
          "columns has no feature, must have a number, category, date or text");
    }
    if (columns.stream().filter(column -> column.kind() instanceof ColumnKind.Weight).count() > 1) {
      throw new IllegalArgumentException("columns has two weights, must have at most one");
    }
  }

  private static Stream<Column> features(List<Column> columns) {
    return columns.stream()
        .filter(
            column ->
                !(column.kind() instanceof ColumnKind.Weight
                    || column.kind() instanceof ColumnKind.Ignore));
  }

  /** The same with the types of a table by name; columns that it does not name keep theirs. */
  public TableOptions withTypes(Map<String, ValueType> types) {
    return new TableOptions(
        columns.stream()
            .map(
                column ->
                    new Column(
                        column.name(),
                        column.kind(),
                        types.getOrDefault(column.name(), column.type())))
            .toList(),
        missing);
  }

  /** The columns that become features. */
  public List<Column> features() {
    return features(columns).toList();
  }

  /** The column of weights, if there is one. */
  public @Nullable Column weight() {
    return columns.stream()
        .filter(column -> column.kind() instanceof ColumnKind.Weight)
        .findFirst()
        .orElse(null);
  }

  /** Names of the columns of which rows decide whether they are numbers or categories. */
  public List<String> open() {
    return columns.stream()
        .filter(column -> column.kind() instanceof ColumnKind.NumberOrCategory)
        .map(Column::name)
        .toList();
  }

  /**
   * The same, with all columns decided.
   *
   * @param categories names of those open ones that are categories
   */
  public TableOptions settled(Collection<String> categories) {
    return new TableOptions(
        columns.stream()
            .map(
                column ->
                    column.kind() instanceof ColumnKind.NumberOrCategory open
                        ? new Column(
                            column.name(),
                            open.settled(categories.contains(column.name())),
                            column.type())
                        : column)
            .toList(),
        missing);
  }

  /** The names of the columns that an encoder has categories of. */
  public static List<String> categories(TableEncoder encoder) {
    return encoder.columns().stream()
        .filter(column -> column.encoder() instanceof CategoryColumn)
        .map(TableColumn::name)
        .toList();
  }

  /**
   * The encoder of a model that was trained on these columns.
   *
   * @param key that names the model, for messages
   * @throws RefusedException if it was trained on others
   */
  public TableEncoder fittedBy(TrainedModel model, String key) {
    TableOptions settled =
        model.preprocessing().ofRecords() instanceof TablePreprocessing known
            ? settled(categories(known.table()))
            : this;
    List<CellColumns.Column> own = settled.cells().unweighted().columns();
    if (!(model.preprocessing().ofRecords() instanceof TablePreprocessing fitted)
        || !kinds(fitted.table().cells().columns()).equals(kinds(own))) {
      throw new RefusedException(
          "%s is a model of %s, this run has the columns %s in preprocessing.columns"
              .formatted(
                  key,
                  model.preprocessing().ofRecords() instanceof TablePreprocessing other
                      ? "the columns " + described(other.table().cells().columns())
                      : "rows without columns",
                  described(own)));
    }
    return fitted.table();
  }

  private static List<CellColumns.Column> kinds(List<CellColumns.Column> columns) {
    return columns.stream()
        .map(
            column ->
                new CellColumns.Column(column.name(), column.kind(), false, column.notation()))
        .toList();
  }

  private static String described(List<CellColumns.Column> columns) {
    return columns.stream()
        .map(
            column ->
                "%s (%s)"
                    .formatted(
                        column.name(),
                        column.notation() == null
                            ? column.kind().allowed()
                            : column.notation().allowed()))
        .collect(Collectors.joining(", "));
  }

  /** What a reader takes from each record: the features, and then the weight. */
  public CellColumns cells() {
    return new CellColumns(
        Stream.concat(features().stream(), Stream.ofNullable(weight()))
            .map(
                column ->
                    new CellColumns.Column(
                        column.name(),
                        column.kind().cells(),
                        column.kind().missing().rule() == Fill.Rule.REFUSE,
                        column.kind().notation()))
            .toList(),
        columns.stream()
            .filter(column -> column.kind() instanceof ColumnKind.Ignore)
            .map(Column::name)
            .toList(),
        missing);
  }
}
