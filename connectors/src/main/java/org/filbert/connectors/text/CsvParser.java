package org.filbert.connectors.text;

import java.nio.charset.StandardCharsets;
import org.filbert.connectors.DataFormat;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;

/** One CSV line to one dense example, or one document. */
final class CsvParser implements LineParser {
  private static final int LONGEST_NUMBER = 400;

  private final DataFormat.Csv format;
  private final CsvLayout layout;
  private final int[] slots;
  private final Role role;
  private final Labels labels;
  private final int targets;
  private final CsvCells cells;

  CsvParser(Role role, Labels labels, DataFormat.Csv format, CsvLayout layout) {
    this.format = format;
    this.layout = layout;
    this.slots = layout.slots();
    this.role = role;
    this.labels = labels;
    this.targets = labels.required() ? format.targets().size() : 0;
    this.cells = new CsvCells(format.delimiter());
  }

  @Override
  public int features() {
    return layout.features();
  }

  @Override
  public Instance.Example parse(Line line, long position) throws MalformedException {
    requireRoom(line);
    double[] values = new double[layout.features()];
    Target target = null;
    String document = null;
    double[] numbers = new double[targets];
    int column = 0;
    for (cells.start(line); cells.next(); column++) {
      if (column >= slots.length) {
        continue;
      }
      int slot = slots[column];
      if (slot >= 0) {
        values[slot] = number(column, position);
      } else if (slot == CsvLayout.LABEL) {
        target = labels.target(cells.bytes, cells.from, cells.to);
      } else if (slot == CsvLayout.TEXT) {
        document =
            new String(cells.bytes, cells.from, cells.to - cells.from, StandardCharsets.UTF_8);
      } else if (slot <= CsvLayout.TARGETS && targets > 0) {
        numbers[CsvLayout.TARGETS - slot] = number(column, position);
      }
    }
    if (column != slots.length) {
      throw wrongNumber(column);
    }
    if (targets > 0) {
      target = new Target.Values(numbers);
    }
    Features features = document != null ? new Features.Text(document) : new Features.Dense(values);
    return new Instance.Example(role, position, features, target);
  }

  /** A line too short for the delimiters is refused before there is memory for the values. */
  private void requireRoom(Line line) throws MalformedException {
    if (line.to - line.from < slots.length - 1) {
      throw wrongNumber(cells.all(line).size());
    }
  }

  private MalformedException wrongNumber(int columns) {
    return new MalformedException(
        "found " + columns + " columns, allowed " + slots.length + " in every record");
  }

  private double number(int column, long position) throws MalformedException {
    double value = Decimal.parse(cells.bytes, cells.from, cells.to);
    if (Double.isNaN(value)) {
      throw new MalformedException(
          "found "
              + MalformedException.quote(cells.bytes, cells.from, cells.to)
              + " in "
              + layout.describe(column)
              + ", allowed a finite number",
          Remedies.ofCell(
              new String(
                  cells.bytes,
                  cells.from,
                  Math.min(cells.to - cells.from, LONGEST_NUMBER),
                  StandardCharsets.UTF_8),
              format,
              position));
    }
    return value;
  }
}
