package org.filbert.jobs.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.filbert.connectors.file.DataFormat;
import org.filbert.data.Outputs;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.model.Provenance;
import org.filbert.model.RowEncoder;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.table.CellColumns;
import org.filbert.table.CellNotation;
import org.jspecify.annotations.Nullable;

/**
 * What a model takes and gives, for programs that bring their rows to it.
 *
 * @param of what its rows are: {@code numbers}, {@code cells} of columns, or {@code documents}
 * @param columns of cells; of numbers if the training rows had names for them
 * @param features that rows become
 * @param classes that are predicted, in the order of their probabilities; null for numbers
 * @param targets how many numbers are predicted; null for classes
 */
record ModelRows(
    String of,
    List<Column> columns,
    int features,
    @Nullable List<String> classes,
    @Nullable Integer targets) {
  /**
   * A column.
   *
   * @param cells number, date or text
   * @param notation in which its texts are; null for plain numbers and ISO 8601
   */
  record Column(String name, String cells, @Nullable String notation) {
    static Column of(CellColumns.Column column) {
      CellNotation notation = column.notation();
      return switch (column.kind()) {
        case NUMBER, WEIGHT -> new Column(column.name(), "number", text(notation));
        case ISO_DATE -> new Column(column.name(), "date", text(notation));
        case EPOCH_SECONDS, EPOCH_MILLISECONDS ->
            new Column(
                column.name(),
                "date",
                column.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        case TEXT -> new Column(column.name(), "text", null);
      };
    }

    private static @Nullable String text(@Nullable CellNotation notation) {
      return notation == null ? null : notation.text();
    }
  }

  static ModelRows of(RowEncoder preprocessing, Outputs outputs, Provenance provenance) {
    RowEncoder records = preprocessing.ofRecords();
    @Nullable List<String> classes =
        outputs instanceof Outputs.Classes found ? found.names() : null;
    @Nullable Integer targets = classes == null ? (Integer) outputs.columns() : null;
    if (records instanceof TablePreprocessing table) {
      List<Column> columns = table.table().cells().columns().stream().map(Column::of).toList();
      return new ModelRows("cells", columns, records.features(), classes, targets);
    }
    if (records instanceof TextPreprocessing) {
      return new ModelRows("documents", List.of(), records.features(), classes, targets);
    }
    return new ModelRows(
        "numbers", named(provenance, records.features()), records.features(), classes, targets);
  }

  /** The columns of numbers, if each is one feature. */
  private static List<Column> named(Provenance provenance, int features) {
    try {
      DataFormat format = InputOptions.configured(provenance);
      Map<String, Integer> columns = format.featureColumns();
      boolean single = columns.values().stream().allMatch(count -> count == 1);
      return columns.size() == features && single
          ? columns.keySet().stream().map(name -> new Column(name, "number", null)).toList()
          : List.of();
    } catch (ConfigException e) {
      return List.of(); // a program has trained the model
    }
  }
}
