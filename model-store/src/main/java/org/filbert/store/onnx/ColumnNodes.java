package org.filbert.store.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellKind;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;

/** The columns of a table as inputs, and what becomes of their cells. */
record ColumnNodes(Graph graph, List<String> missing) {
  /** Rows of the table's features. */
  static Tensor of(Graph graph, TableEncoder table) {
    ColumnNodes nodes = new ColumnNodes(graph, table.missing());
    List<Tensor> features = new ArrayList<>();
    for (TableColumn column : table.columns()) {
      nodes.add(column, features);
    }
    return graph.columns(features);
  }

  private void add(TableColumn column, List<Tensor> features) {
    if (column.encoder() instanceof NumberColumn number) {
      if (column.notation() != null) {
        throw refused(
            column, "has numbers written as " + column.notation() + ", which ONNX does not parse");
      }
      add(number, graph.numbers(column.name()).asColumn(), features);
    } else if (column.encoder() instanceof CategoryColumn category) {
      if (category.hashed() > 0) {
        throw refused(column, "has hashed categories, and ONNX has no such hash");
      }
      add(category, graph.texts(column.name()), features);
    } else {
      throw refused(
          column,
          column.encoder().cells().isTime()
              ? "has dates, and ONNX has no operator that takes their parts"
              : "has text, and ONNX has no operator that counts its words as Filbert does");
    }
  }

  private static IllegalArgumentException refused(TableColumn column, String reason) {
    return new IllegalArgumentException(
        "no export to ONNX: column %s %s; allowed are numbers and categories"
            .formatted(column.name(), reason));
  }

  private void add(NumberColumn column, Tensor cells, List<Tensor> features) {
    Tensor missingCells = cells.isNan();
    for (String text : missing) {
      double number = CellKind.number(text);
      if (!Double.isNaN(number)) {
        missingCells = missingCells.or(cells.isEqualTo(graph.scalar(number)));
      }
    }
    if (column.limit() != null) {
      missingCells = missingCells.or(cells.abs().isAtLeast(graph.scalar(column.limit())));
    }
    Tensor filled = missingCells.choose(graph.scalar(column.fill()), cells);
    features.add(filled.minus(graph.scalar(column.centre())).times(column.factor()));
    if (column.indicator()) {
      features.add(missingCells.as(DataType.DOUBLE));
    }
  }

  private void add(CategoryColumn column, Tensor cells, List<Tensor> features) {
    int none = column.names().size();
    Map<String, Long> places = new LinkedHashMap<>();
    for (String name : column.names()) {
      places.put(name, (long) places.size());
    }
    places.putIfAbsent("", (long) none);
    missing.forEach(text -> places.put(text, (long) none));
    Tensor place =
        graph
            .node(
                Graph.ML,
                "LabelEncoder",
                List.of(cells),
                Graph.attributes("keys_strings", List.copyOf(places.keySet())),
                Graph.attributes(
                    "values_int64s", places.values().stream().mapToLong(Long::longValue).toArray()),
                Graph.attribute("default_int64", -1))
            .asColumn();
    Tensor missingCells = place.isEqualTo(graph.longs(none));
    int fill = column.fill() == null ? -1 : column.names().indexOf(column.fill());
    Tensor filled = missingCells.choose(graph.longs(fill), place);
    Tensor all = graph.longs(LongStream.range(0, none).toArray());
    features.add(filled.isEqualTo(all).as(DataType.DOUBLE));
    if (column.indicator()) {
      features.add(missingCells.as(DataType.DOUBLE));
    }
  }
}
