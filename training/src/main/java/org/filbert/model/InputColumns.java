package org.filbert.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.table.CategoryColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;

/**
 * An input of a model with a learned metric: a feature of its rows, or all features that one
 * category became.
 *
 * @param name of the input, or its number from 1
 * @param from first feature
 * @param to the feature after the last
 */
public record InputColumns(String name, int from, int to) {
  /**
   * The inputs of dense rows, in the order of their features.
   *
   * @param names of the features; none if they are not known
   */
  public static List<InputColumns> of(RowEncoder encoder, List<String> names) {
    List<InputColumns> inputs =
        encoder.ofRecords() instanceof TablePreprocessing table
            ? of(table.table(), names)
            : new ArrayList<>();
    int from = inputs.isEmpty() ? 0 : inputs.get(inputs.size() - 1).to;
    inputs.addAll(single(from, encoder.features(), names));
    return inputs;
  }

  /**
   * The inputs of a table, in the order of their features.
   *
   * @param names of the features; none if they are not known
   */
  public static List<InputColumns> of(TableEncoder table, List<String> names) {
    List<InputColumns> inputs = new ArrayList<>();
    int from = 0;
    for (TableColumn column : table.columns()) {
      int to = from + column.encoder().features();
      if (column.encoder() instanceof CategoryColumn) {
        inputs.add(new InputColumns(column.name(), from, to));
      } else {
        inputs.addAll(single(from, to, names));
      }
      from = to;
    }
    return inputs;
  }

  private static List<InputColumns> single(int from, int to, List<String> names) {
    return IntStream.range(from, to)
        .mapToObj(
            j -> new InputColumns(names.isEmpty() ? "input " + (j + 1) : names.get(j), j, j + 1))
        .toList();
  }

  /** The number of features. */
  public int count() {
    return to - from;
  }

  /** The sum of its elements of a vector of all features. */
  public double sum(double[] ofFeatures) {
    return IntStream.range(from, to).mapToDouble(j -> ofFeatures[j]).sum();
  }
}
