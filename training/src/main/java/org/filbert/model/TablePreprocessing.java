package org.filbert.model;

import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.Rows;
import org.filbert.linalg.Precision;
import org.filbert.table.EncodedTable;
import org.filbert.table.TableCounts;
import org.filbert.table.TableEncoder;

/**
 * Makes rows of a table's cells.
 *
 * @param table from cells to numbers
 * @param numbers from numbers to rows
 */
public record TablePreprocessing(TableEncoder table, Preprocessing numbers) implements RowEncoder {
  public TablePreprocessing {
    if (table.features() != numbers.features()) {
      throw new IllegalArgumentException(
          "found columns of %s features before a preprocessing of %s, allowed as many"
              .formatted(table.features(), numbers.features()));
    }
  }

  /** Rows, and what was met in encoding. */
  public record Encoded(Rows rows, TableCounts counts) {}

  @Override
  public int features() {
    return numbers.features();
  }

  @Override
  public boolean sparse() {
    return numbers.sparse();
  }

  @Override
  public Precision precision() {
    return numbers.precision();
  }

  @Override
  public Rows apply(List<Features> records) {
    return encode(records).rows();
  }

  /** Transforms records, and counts missing cells and unseen categories. */
  public Encoded encode(List<Features> records) {
    records.forEach(this::check);
    EncodedTable encoded = table.encode(records);
    return new Encoded(numbers.apply(encoded.rows()), encoded.counts());
  }

  @Override
  public void check(Features record) {
    table.check(record);
  }
}
