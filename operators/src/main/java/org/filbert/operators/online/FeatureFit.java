package org.filbert.operators.online;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.filbert.data.Features;

/**
 * Makes the features of a stream's records as many as the model has.
 *
 * @param count number d of the model's features
 * @param unknown what happens to features beyond d
 * @param missing what happens where a feature is absent: a dense record that is too short, or a
 *     value that is not a number
 * @param scale that values are multiplied by afterwards: none, one for all features, or one for
 *     each
 */
public record FeatureFit(int count, Unknown unknown, Missing missing, double[] scale)
    implements Serializable {
  /** Largest scaled value: its products with random frequencies are finite in single precision. */
  static final double LARGEST = 1e30;

  /** What happens to a record with features that the model does not have. */
  public enum Unknown {
    REJECT,
    /** They are left out. */
    IGNORE
  }

  /** What happens to a record that lacks features of the model. */
  public enum Missing {
    REJECT,
    /** They are taken as zero. */
    ZERO
  }

  public FeatureFit {
    if (count < 1) {
      throw new IllegalArgumentException("count is " + count + ", must be 1 or more");
    }
  }

  /**
   * The features as the model takes them.
   *
   * @throws IllegalArgumentException if the record is to be rejected; the message says why
   */
  public Features apply(Features features) {
    if (features instanceof Features.Sparse sparse) {
      int[] known = known(sparse);
      return new Features.Sparse(known, values(sparse.values(), known.length, i -> known[i]));
    }
    double[] values = ((Features.Dense) features).values();
    if (values.length > count && unknown == Unknown.REJECT) {
      throw new IllegalArgumentException("found " + values.length + " features, allowed " + count);
    }
    if (values.length < count && missing == Missing.REJECT) {
      throw new IllegalArgumentException("found " + values.length + " features, needed " + count);
    }
    return new Features.Dense(values(values, count, i -> i));
  }

  private int[] known(Features.Sparse sparse) {
    int width = sparse.width();
    if (width <= count) {
      return sparse.indices();
    }
    if (unknown == Unknown.REJECT) {
      throw new IllegalArgumentException("found feature " + width + ", allowed " + count);
    }
    int end = Arrays.binarySearch(sparse.indices(), count);
    return Arrays.copyOf(sparse.indices(), end < 0 ? -end - 1 : end);
  }

  /** The first values, as many as asked for; zeros behind them if they are fewer. */
  private double[] values(double[] found, int length, IntUnaryOperator feature) {
    double[] values = found.length == length ? found : Arrays.copyOf(found, length);
    for (int i = 0; i < length; i++) {
      int j = feature.applyAsInt(i);
      if (!(Math.abs(values[i] * scaleOf(j)) <= LARGEST)) {
        if (!Double.isNaN(values[i]) || missing == Missing.REJECT) {
          throw new IllegalArgumentException(
              "found %s as feature %d, allowed numbers up to %s once scaled"
                  .formatted(values[i], j + 1, LARGEST));
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
