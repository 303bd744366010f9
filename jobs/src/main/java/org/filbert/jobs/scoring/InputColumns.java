package org.filbert.jobs.scoring;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.filbert.connectors.file.DataFormat;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.operators.scoring.Permutations.InputColumn;

/** The columns that a user's rows have, which may be several features each. */
public final class InputColumns {
  private static final int MOST = 10_000;

  private InputColumns() {}

  /**
   * The input columns of a model.
   *
   * @param format of the training rows
   * @throws IllegalArgumentException if there are none, or very many
   */
  public static List<InputColumn> of(TrainedModel model, DataFormat format) {
    if (model.preprocessing().ofRecords() instanceof TextPreprocessing) {
      throw new IllegalArgumentException(
          "--importances: the model reads documents, which have no columns");
    }
    List<InputColumn> columns =
        model.preprocessing().ofRecords() instanceof TablePreprocessing table
            ? numbered(table.table().cells().names())
            : ofFeatures(model.preprocessing().features(), format);
    if (columns.size() > MOST) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "--importances: found rows of %,d columns, allowed at most %,d, as all rows are"
                  + " scored for each",
              columns.size(),
              MOST));
    }
    return columns;
  }

  private static List<InputColumn> numbered(List<String> names) {
    List<InputColumn> columns = new ArrayList<>();
    names.forEach(name -> columns.add(new InputColumn(name, columns.size(), columns.size() + 1)));
    return columns;
  }

  private static List<InputColumn> ofFeatures(int features, DataFormat format) {
    Map<String, Integer> widths = format.featureColumns();
    List<InputColumn> columns = new ArrayList<>();
    int from = 0;
    for (Map.Entry<String, Integer> column : widths.entrySet()) {
      columns.add(new InputColumn(column.getKey(), from, from + column.getValue()));
      from += column.getValue();
    }
    if (from == features) {
      return columns;
    }
    List<String> numbers = new ArrayList<>();
    for (int j = 1; j <= features; j++) {
      numbers.add("feature " + j);
    }
    return numbered(numbers);
  }
}
