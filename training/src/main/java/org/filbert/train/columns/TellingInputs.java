package org.filbert.train.columns;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.filbert.data.Features;
import org.filbert.data.Target;
import org.filbert.model.InputColumns;
import org.filbert.table.TableEncoder;
import org.filbert.train.rows.RawSample;

/**
 * Looks in a sample for inputs each of which tells the target alone, as a copy of it does. In the
 * order of such an input, neighbours have targets that are nearly the same: the ratio of von
 * Neumann, Σ (y_i+1 - y_i)² / 2·Σ (y_i - ȳ)², is near 0, and classes do not alternate.
 *
 * <p>von Neumann. Distribution of the ratio of the mean square successive difference to the
 * variance. 1941.
 */
public final class TellingInputs {
  /** Fewer rows tell nothing. */
  private static final int FEWEST = 100;

  private static final double RATIO = 1e-3;

  /** Values that each stand in so many rows. */
  private static final int REPEATED = 20;

  private final List<RawSample.Row> rows;
  private final Notices notices;

  /** Looks at the dense rows of a sample that have targets. */
  public TellingInputs(RawSample sample, Notices notices) {
    this.rows =
        sample.rows().stream()
            .filter(row -> row.features() instanceof Features.Dense && row.target() != null)
            .toList();
    this.notices = notices;
  }

  /**
   * Adds a line for each such input.
   *
   * @param table that the features were made by
   */
  public void tell(TableEncoder table) {
    if (rows.size() < FEWEST) {
      return;
    }
    List<InputColumns> inputs = InputColumns.of(table, table.featureNames());
    for (InputColumns input : inputs.size() > 1 ? inputs : List.<InputColumns>of()) {
      double[] x = values(input.from(), input.to());
      if (rows.get(0).target() instanceof Target.Values ? tellsNumber(x) : tellsClass(x)) {
        notices.add(
            "column %s tells the label alone in %s sampled rows: leave it out if it is the answer itself, or"
                + " not known when predictions are made",
            input.name(), rows.size());
      }
    }
  }

  /** The values of an input; of a category the number of its feature. */
  private double[] values(int from, int to) {
    double[] x = new double[rows.size()];
    for (int i = 0; i < x.length; i++) {
      double[] features = ((Features.Dense) rows.get(i).features()).values();
      x[i] = features[from];
      for (int j = from; j < to && to > from + 1; j++) {
        x[i] = features[j] == 0 ? x[i] : j;
      }
    }
    return x;
  }

  /** The rows in the order of an input; those with the same value are in random order. */
  private List<Integer> order(double[] x) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingDouble(i -> x[i]));
    return order;
  }

  private boolean tellsNumber(double[] x) {
    List<Integer> order = order(x);
    double mean = rows.stream().mapToDouble(TellingInputs::number).average().orElse(0);
    double steps = 0;
    double squares = 0;
    double last = Double.NaN;
    for (int i : order) {
      double y = number(rows.get(i));
      squares += (y - mean) * (y - mean);
      steps += Double.isNaN(last) ? 0 : (y - last) * (y - last);
      last = y;
    }
    return squares > 0 && steps < 2 * RATIO * squares;
  }

  private static double number(RawSample.Row row) {
    return row.target() instanceof Target.Values values && values.values().length == 1
        ? values.values()[0]
        : Double.NaN;
  }

  /** Whether no value has two classes, and few of many values do with one. */
  private boolean tellsClass(double[] x) {
    Map<Double, Object> classes = new HashMap<>();
    Map<Object, Integer> counts = new HashMap<>();
    Object last = null;
    int changes = 0;
    for (int i : order(x)) {
      Object own = Objects.requireNonNull(rows.get(i).target());
      Object known = classes.putIfAbsent(x[i], own);
      if (known != null && !known.equals(own)) {
        return false;
      }
      counts.merge(own, 1, Integer::sum);
      changes += own.equals(last) ? 0 : 1;
      last = own;
    }
    boolean few = changes <= counts.size() || classes.size() * REPEATED <= x.length;
    return counts.size() > 1 && few;
  }
}
