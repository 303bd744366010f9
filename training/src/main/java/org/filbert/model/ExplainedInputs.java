package org.filbert.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.data.Outputs;
import org.filbert.table.TableColumn;

/**
 * The inputs of a model: columns of a table, whatever number of features they become, or else
 * features.
 *
 * @param ofFeature the input that each feature belongs to
 */
record ExplainedInputs(List<String> names, int[] ofFeature) {
  ExplainedInputs {
    names = List.copyOf(names);
  }

  static ExplainedInputs of(RowEncoder encoder) {
    List<String> names = new ArrayList<>();
    int[] inputs = new int[encoder.features()];
    if (encoder.ofRecords() instanceof TablePreprocessing table) {
      int from = 0;
      for (TableColumn column : table.table().columns()) {
        int to = from + column.encoder().features();
        Arrays.fill(inputs, from, to, names.size());
        names.add(column.name());
        from = to;
      }
    } else {
      for (int j = 0; j < inputs.length; j++) {
        inputs[j] = j;
        names.add(Integer.toString(j + 1));
      }
    }
    return new ExplainedInputs(names, inputs);
  }

  /**
   * What explains a score, in the units of the targets.
   *
   * @param explained v(∅), and then numbers without an offset
   */
  static double[] inUnits(double[] explained, Outputs outputs, int output) {
    if (outputs instanceof Outputs.Targets targets) {
      double scale = targets.scales()[output];
      Arrays.setAll(explained, j -> scale * explained[j]);
      explained[0] += targets.means()[output];
    }
    return explained;
  }
}
