package org.filbert.jobs.scoring;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.read.Input;
import org.filbert.connectors.read.LocalReader;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.table.CellColumns;
import org.filbert.table.CellKind;
import org.jspecify.annotations.Nullable;

/**
 * Columns of the rows that are written beside the predictions, as they stand in the input. They are
 * read a second time, where the predictions are written: a model's rows do not have them.
 *
 * @param input the same records with these columns alone
 */
record KeptColumns(List<String> names, Input input) implements Serializable {
  KeptColumns {
    names = List.copyOf(names);
  }

  /**
   * The columns of an input.
   *
   * @throws IllegalArgumentException if its records have no columns, or not these
   */
  static KeptColumns of(List<String> names, Input rows) throws IOException {
    for (String name : names) {
      if (name.equals("row") || name.equals("prediction")) {
        throw new IllegalArgumentException(
            "--keep: found %s, a column that predictions have, allowed other names"
                .formatted(name));
      }
    }
    DataSet asked = rows.dataSet();
    try {
      DataSet kept =
          new DataSet(
              asked.paths(),
              asked.format().ofColumns(names),
              asked.rows(),
              asked.role(),
              OnBadRecord.QUARANTINE,
              asked.task(),
              false,
              new CellColumns(
                  names.stream()
                      .map(name -> new CellColumns.Column(name, CellKind.TEXT, false))
                      .toList(),
                  List.of(),
                  List.of()));
      return new KeptColumns(names, Input.of(kept));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--keep: " + e.getMessage(), e);
    }
  }

  /** Begins with the first record. */
  Reader open() throws IOException {
    RowRange range = input.dataSet().rows();
    return new Reader(names, new LocalReader(input), range == null ? 1 : range.first());
  }

  /** Reads the columns of rows in their order. */
  static final class Reader implements AutoCloseable {
    private final List<@Nullable String> none;
    private final LocalReader records;
    private long next;

    private Reader(List<String> names, LocalReader records, long first) {
      this.none = new ArrayList<>(Collections.nCopies(names.size(), null));
      this.records = records;
      this.next = first;
    }

    /** The cells of a row; an absent one is null. */
    List<@Nullable String> row(long number) throws IOException {
      @Nullable Instance instance;
      do {
        instance = records.next();
      } while (++next <= number && instance != null);
      if (!(instance instanceof Instance.Example example)
          || !(example.features() instanceof Features.Cells cells)) {
        return none;
      }
      List<@Nullable String> row = new ArrayList<>(none.size());
      for (int j = 0; j < none.size(); j++) {
        row.add(cells.cell(j));
      }
      return row;
    }

    @Override
    public void close() throws IOException {
      records.close();
    }
  }
}
