package org.filbert.table;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.RefusedException;

/**
 * Makes numbers of a table's cells, column after column.
 *
 * @param missing texts that stand for a missing value
 */
public record TableEncoder(List<TableColumn> columns, List<String> missing)
    implements Serializable {
  /** Records of more features than this are made sparse; how rows are stored is decided later. */
  private static final int MOST_DENSE = 256;

  /** So many features have names in messages. */
  private static final int MOST_NAMES = 1 << 14;

  public TableEncoder {
    columns = List.copyOf(columns);
    missing = List.copyOf(missing);
    long features = columns.stream().mapToLong(column -> column.encoder().features()).sum();
    if (features < 1 || features > Integer.MAX_VALUE) {
      throw new RefusedException(
          "found columns that become %s features, allowed 1 to %s"
              .formatted(features, Integer.MAX_VALUE));
    }
  }

  /** The same with other columns in place of those of their names. */
  public TableEncoder with(List<TableColumn> others) {
    return new TableEncoder(
        columns.stream()
            .map(
                column ->
                    others.stream()
                        .filter(other -> other.name().equals(column.name()))
                        .findFirst()
                        .orElse(column))
            .toList(),
        missing);
  }

  /** Number d of features. */
  public int features() {
    return columns.stream().mapToInt(column -> column.encoder().features()).sum();
  }

  /** Whether the encoded records are sparse. */
  public boolean sparse() {
    return features() > MOST_DENSE
        || columns.stream().anyMatch(column -> column.encoder() instanceof TextColumn);
  }

  /** What a reader takes from each record. */
  public CellColumns cells() {
    return new CellColumns(columns.stream().map(TableColumn::cells).toList(), List.of(), missing);
  }

  /** Names of the features, for messages; none if there are very many. */
  public List<String> featureNames() {
    List<String> names = new ArrayList<>();
    for (TableColumn column : columns) {
      int features = column.encoder().features();
      if (names.size() + features > MOST_NAMES) {
        return List.of();
      }
      for (int j = 0; j < features; j++) {
        names.add(column.name() + column.encoder().suffix(j));
      }
    }
    return names;
  }

  /**
   * Checks that a record has cells of these columns.
   *
   * @throws IllegalArgumentException saying what was found and what is allowed
   */
  public void check(Features record) {
    check(record, true);
  }

  /**
   * The same, but for the texts of numbers, which {@link #encode} refuses too.
   *
   * @throws IllegalArgumentException saying what was found and what is allowed
   */
  public void checkButNumbers(Features record) {
    check(record, false);
  }

  private void check(Features record, boolean numbers) {
    if (!(record instanceof Features.Cells cells)) {
      throw new IllegalArgumentException(
          "found "
              + (record instanceof Features.Text ? "a document" : "numbers")
              + ", the model was trained on cells of the columns "
              + String.join(", ", cells().names()));
    }
    if (cells.count() < columns.size()) {
      throw new IllegalArgumentException(
          "found %s cells, the model was trained on %s columns"
              .formatted(cells.count(), columns.size()));
    }
    for (int j = 0; j < columns.size(); j++) {
      TableColumn column = columns.get(j);
      boolean allowed =
          cells.isMissing(j)
              ? !column.required()
              : (!numbers && column.encoder() instanceof NumberColumn)
                  || column.encoder().cells().allows(cells, j);
      if (!allowed) {
        throw new IllegalArgumentException(
            cells().problem(j, cells.cell(j), "column " + column.name()));
      }
    }
  }

  /** By how much a held-out record counts: 1 unless its cell after those of the columns tells. */
  public double heldOutWeight(Features record) {
    Features.Cells cells = (Features.Cells) record;
    String cell = cells.count() > columns.size() ? cells.cell(columns.size()) : null;
    return cell == null ? 1 : CellKind.number(cell);
  }

  /**
   * Encodes records that {@link #checkButNumbers} allows; cells after those of the columns are left
   * out.
   *
   * @throws IllegalArgumentException if a cell of a column of numbers is none
   */
  public EncodedTable encode(List<Features> records) {
    List<Features.Cells> cells = records.stream().map(Features.Cells.class::cast).toList();
    CellRows rows = new CellRows(records.size(), Math.min(features(), 2 * columns.size()));
    long[] absent = new long[columns.size()];
    long[] unseen = new long[columns.size()];
    int first = 0;
    for (int j = 0; j < columns.size(); j++) {
      for (Features.Cells row : cells) {
        absent[j] += row.isMissing(j) ? 1 : 0;
      }
      ColumnEncoder encoder = columns.get(j).encoder();
      unseen[j] = encoder.encode(cells, j, first, rows);
      first += encoder.features();
    }
    boolean sparse = sparse();
    List<Features> encoded = new ArrayList<>(records.size());
    for (int i = 0; i < records.size(); i++) {
      encoded.add(sparse ? rows.sparse(i) : rows.dense(i, first));
    }
    return new EncodedTable(encoded, new TableCounts(records.size(), absent, unseen));
  }
}
