package org.filbert.online;

import java.util.List;
import org.filbert.data.Rows;
import org.filbert.data.Target;
import org.filbert.model.Preprocessing;
import org.jspecify.annotations.Nullable;

/**
 * A mini-batch of a stream. Every row is scored; those with a target are learned from afterwards.
 *
 * @param x m preprocessed rows, in the order of their arrival
 * @param ids what the source calls the rows
 * @param targets of the rows; null where it is not known
 * @param arrivals when each row came in, in milliseconds since the epoch
 * @param preprocessing that the rows have been through; null for that of the batch before
 */
public record Batch(
    Rows x,
    List<String> ids,
    List<@Nullable Target> targets,
    long[] arrivals,
    @Nullable Preprocessing preprocessing) {
  public Batch {
    int m = x.count();
    if (ids.size() != m || targets.size() != m || arrivals.length != m) {
      throw new IllegalArgumentException(
          "a batch of %s rows with %s ids, %s targets and %s arrivals"
              .formatted(m, ids.size(), targets.size(), arrivals.length));
    }
  }
}
