package org.filbert.operators.online;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.filbert.data.Features;

/**
 * Brings the features of a stream's records to the model's number of features.
 *
 * @param count number d of the model's features
 * @param unknown what to do with features beyond d
 * @param missing what to do with an absent feature: a dense record that is too short, or a value
 *     that is not a number
 * @param scale factors that are applied afterwards: none, one for all features, or one for each
 * @param largest size of a value that is allowed, once scaled
 */
public record FeatureAdapter(
    int count, Unknown unknown, Missing missing, double[] scale, double largest)
    implements Serializable {
  /** Largest size of numbers whose sums of squares single precision can hold after scaling. */
  public static final double LARGEST = 1e30;

  /** What to do with a record that has unknown features. */
  public enum Unknown {
    REFUSE,
    /** The features are left out. */
    IGNORE
  }

  /** What to do with a record that lacks features. */
  public enum Missing {
    REFUSE,
    /** The features are zero. */
    ZERO
  }

  public FeatureAdapter {
    if (count < 1) {
      throw new IllegalArgumentException("count is " + count + ", must be 1 or more");
    }
  }

  /**
   * The features in the model's form.
   *
   * @throws IllegalArgumentException if the record is refused; the message says why
   */
  public Features apply(Features features) {
    if (features instanceof Features.Sparse sparse) {
      int[] known = known(sparse);
      return new Features.Sparse(known, values(sparse.values(), known.length, i -> known[i]));
    }
    double[] values = ((Features.Dense) features).values();
    if (values.length > count && unknown == Unknown.REFUSE) {
      throw new IllegalArgumentException("found " + values.length + " features, allowed " + count);
    }
    if (values.length < count && missing == Missing.REFUSE) {
      throw new IllegalArgumentException("found " + values.length + " features, needed " + count);
    }
    return new Features.Dense(values(values, count, i -> i));
  }

  private int[] known(Features.Sparse sparse) {
    int width = sparse.width();
    if (width <= count) {
      return sparse.indices();
    }
    if (unknown == Unknown.REFUSE) {
      throw new IllegalArgumentException("found feature " + width + ", allowed " + count);
    }
    int end = Arrays.binarySearch(sparse.indices(), count);
    return Arrays.copyOf(sparse.indices(), end < 0 ? -end - 1 : end);
  }

  /** The first values, padded with zeros. */
  private double[] values(double[] found, int length, IntUnaryOperator feature) {
    double[] values = found.length == length ? found : Arrays.copyOf(found, length);
    for (int i = 0; i < length; i++) {
      int j = feature.applyAsInt(i);
      if (!(Math.abs(values[i] * scaleOf(j)) <= largest)) {
        if (!Double.isNaN(values[i]) || missing == Missing.REFUSE) {
          throw new IllegalArgumentException(
              "found %s as feature %s, allowed numbers up to %s once scaled"
                  .formatted(values[i], j + 1, largest));
        }
        values = values == found ? found.clone() : values;
        values[i] = 0;
      }
    }
    return values;
  }

  private double scaleOf(int feature) {
    return scale.length == 0 ? 1 : scale[scale.length == 1 ? 0 : feature];
  }
}
