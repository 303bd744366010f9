package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.util.List;

/** Prints rows of cells in aligned columns. The last cell of a row is not padded. */
record TextTable(List<List<String>> rows) {
  void print(PrintWriter out) {
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size() - 1; column++) {
        String cell = row.get(column);
        line.append(cell).append(" ".repeat(2 + width(column) - cell.length()));
      }
      out.println(line.append(row.get(row.size() - 1)));
    }
    out.flush();
  }

  /** Width of a column. Last cells do not count. */
  private int width(int column) {
    return rows.stream()
        .filter(row -> column < row.size() - 1)
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }
}
