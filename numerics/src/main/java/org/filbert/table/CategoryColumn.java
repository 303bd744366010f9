package org.filbert.table;

import java.util.Collections;
import java.util.List;
import org.filbert.data.Features;
import org.filbert.random.Mixer;
import org.jspecify.annotations.Nullable;

/**
 * A column of categories: a feature for each of them, 1 for that of the row. A category that the
 * training rows did not have is none of them.
 *
 * @param names of the categories, sorted; none if their hashes choose the features
 * @param hashed number of features that hashes choose; 0 if there are names
 * @param fill category of a missing cell; null: none of them
 * @param indicator whether a last feature is 1 where the cell is missing, and else 0
 */
public record CategoryColumn(
    List<String> names, int hashed, @Nullable String fill, boolean indicator)
    implements ColumnEncoder {
  public CategoryColumn {
    names = List.copyOf(names);
    if (hashed < 0 || (hashed == 0) == names.isEmpty()) {
      throw new IllegalArgumentException(
          "found a column of %s categories and %s hashed ones, allowed one of the two"
              .formatted(names.size(), hashed));
    }
    for (int j = 1; j < names.size(); j++) {
      if (names.get(j - 1).compareTo(names.get(j)) >= 0) {
        throw new IllegalArgumentException(
            "found category \"%s\" after \"%s\", allowed distinct ones in their order"
                .formatted(names.get(j), names.get(j - 1)));
      }
    }
  }

  @Override
  public CellKind cells() {
    return CellKind.TEXT;
  }

  private int categories() {
    return hashed > 0 ? hashed : names.size();
  }

  @Override
  public int features() {
    return Math.addExact(categories(), indicator ? 1 : 0);
  }

  @Override
  public String suffix(int feature) {
    return feature == categories()
        ? " missing"
        : hashed > 0 ? " hash " + (feature + 1) : "=" + names.get(feature);
  }

  @Override
  public long encode(List<Features.Cells> records, int column, int first, CellRows rows) {
    long unseen = 0;
    for (int i = 0; i < records.size(); i++) {
      String cell = records.get(i).cell(column);
      String category = cell == null ? fill : cell;
      int place = category == null ? -1 : place(category);
      if (place >= 0) {
        rows.add(i, first + place, 1);
      } else if (category != null) {
        unseen++;
      }
      if (indicator && cell == null) {
        rows.add(i, first + categories(), 1);
      }
    }
    return unseen;
  }

  /** The feature of a category among so many that hashes choose. */
  public static int hash(String category, int features) {
    return (int) Long.remainderUnsigned(new Mixer(features).add(category).value(), features);
  }

  private int place(String category) {
    return hashed > 0 ? hash(category, hashed) : Collections.binarySearch(names, category);
  }
}
