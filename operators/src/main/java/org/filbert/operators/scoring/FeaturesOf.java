package org.filbert.operators.scoring;

import java.io.Serializable;
import org.filbert.data.Features;

/** Finds the features of the rows of a stream. */
@FunctionalInterface
public interface FeaturesOf<I> extends Serializable {
  /**
   * The features of a row.
   *
   * @throws IllegalArgumentException if it has none that can be used
   */
  Features of(I row);
}
