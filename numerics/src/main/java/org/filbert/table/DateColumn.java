package org.filbert.table;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import org.filbert.data.Features;

/**
 * A column of points in time: features of their parts. A part on a cycle is a sine and a cosine,
 * another one (x - centre)·factor. All are 0 where the cell is missing.
 *
 * @param cells how the points are written
 * @param cycles whether parts that have a cycle are on it
 * @param centres of the parts; 0 for those on a cycle
 * @param factors of the parts; 1 for those on a cycle
 * @param indicator whether a last feature is 1 where the cell is missing, and else 0
 */
public record DateColumn(
    CellKind cells,
    List<DatePart> parts,
    boolean cycles,
    double[] centres,
    double[] factors,
    boolean indicator)
    implements ColumnEncoder {
  public DateColumn {
    parts = List.copyOf(parts);
    if (!cells.isTime()
        || parts.isEmpty()
        || centres.length != parts.size()
        || factors.length != parts.size()) {
      throw new IllegalArgumentException(
          "found a column of %s with %s parts, %s centres and %s factors, allowed dates and as many of each, 1 or more"
              .formatted(cells, parts.size(), centres.length, factors.length));
    }
  }

  /** Whether a part is a sine and a cosine. */
  private boolean onCycle(DatePart part) {
    return cycles && part.hasCycle();
  }

  @Override
  public int features() {
    int features = indicator ? 1 : 0;
    for (DatePart part : parts) {
      features += onCycle(part) ? 2 : 1;
    }
    return features;
  }

  @Override
  public String suffix(int feature) {
    int next = 0;
    for (DatePart part : parts) {
      String name = " " + part.name().toLowerCase(Locale.ROOT);
      if (feature == next) {
        return onCycle(part) ? name + " sine" : name;
      }
      next += onCycle(part) ? 2 : 1;
      if (feature < next) {
        return name + " cosine";
      }
    }
    return " missing";
  }

  @Override
  public long encode(List<Features.Cells> records, int column, int first, CellRows rows) {
    for (int i = 0; i < records.size(); i++) {
      String text = records.get(i).cell(column);
      if (text != null) {
        encode(text, i, first, rows);
      } else if (indicator) {
        rows.add(i, first + features() - 1, 1);
      }
    }
    return 0;
  }

  private void encode(String text, int row, int first, CellRows rows) {
    LocalDateTime time = cells.time(text);
    if (time == null) {
      throw new IllegalArgumentException(
          "found \"%s\", allowed %s".formatted(text, cells.allowed()));
    }
    int feature = first;
    for (int p = 0; p < parts.size(); p++) {
      DatePart part = parts.get(p);
      if (onCycle(part)) {
        double angle = part.angle(time);
        rows.add(row, feature++, StrictMath.sin(angle));
        rows.add(row, feature++, StrictMath.cos(angle));
      } else {
        rows.add(row, feature++, (part.of(time) - centres[p]) * factors[p]);
      }
    }
  }
}
