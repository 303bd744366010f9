package org.filbert.table;

import java.util.List;
import java.util.Objects;
import org.filbert.data.Features;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Precision;
import org.filbert.text.Encoding;

/** A column of documents: weighted n-grams of their words; none where the cell is missing. */
public record TextColumn(Encoding encoding) implements ColumnEncoder {
  public TextColumn {
    if (encoding.vocabulary() == null) {
      throw new IllegalArgumentException(
          "found a column of text with hashed n-grams, allowed a vocabulary beside other columns");
    }
  }

  @Override
  public CellKind cells() {
    return CellKind.TEXT;
  }

  @Override
  public int features() {
    return encoding.features();
  }

  @Override
  public String suffix(int feature) {
    return " n-gram " + (feature + 1);
  }

  @Override
  public long encode(List<Features.Cells> records, int column, int first, CellRows rows) {
    List<String> documents =
        records.stream().map(cells -> Objects.requireNonNullElse(cells.cell(column), "")).toList();
    SparseRows encoded = encoding.encode(documents, Precision.DOUBLE).rows();
    for (int i = 0; i < encoded.count(); i++) {
      for (int t = encoded.start(i); t < encoded.start(i + 1); t++) {
        rows.add(i, first + encoded.column(t), encoded.value(t));
      }
    }
    return 0;
  }
}
