package org.filbert.jobs.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.annotation.ArgumentHint;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.ProcedureHint;
import org.apache.flink.table.procedure.ProcedureContext;
import org.apache.flink.table.procedures.Procedure;
import org.apache.flink.types.Row;
import org.filbert.sql.FilbertCatalog;
import org.jspecify.annotations.Nullable;

/**
 * {@code CALL sys.evaluate('prices', 'later_bookings')}: compares a model's predictions with the
 * truth.
 */
public final class EvaluateProcedure implements Procedure {
  private final FilbertCatalog catalog;

  EvaluateProcedure(FilbertCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * A row for each measure.
   *
   * @param name a model's name, or its name and a version as in {@code prices@3}
   * @param source table or view of the catalog
   * @param label column of the truth; null for that of the training
   */
  @ProcedureHint(
      arguments = {
        @ArgumentHint(name = "name", type = @DataTypeHint("STRING")),
        @ArgumentHint(name = "source", type = @DataTypeHint("STRING")),
        @ArgumentHint(name = "label", type = @DataTypeHint("STRING"), isOptional = true)
      },
      output = @DataTypeHint("ROW<measure STRING, amount DOUBLE>"))
  public Row[] call(ProcedureContext context, String name, String source, @Nullable String label)
      throws Exception {
    ProcedureCall call = ProcedureCall.of(catalog, context, "evaluate-" + name.replace('@', '-'));
    try {
      List<String> arguments =
          new ArrayList<>(
              List.of("--json", "--model", name, "--input", call.keep("source", source)));
      if (label != null) {
        arguments.addAll(List.of("--format", "parquet", "--label", label));
      }
      List<Row> measures = new ArrayList<>();
      JsonNode found = new ObjectMapper().readTree(call.run("evaluate", arguments));
      add(measures, "", found);
      return measures.toArray(Row[]::new);
    } finally {
      call.forget();
    }
  }

  /** Numbers of sections go by their path; lists, such as those of classes, are left out. */
  private static void add(List<Row> measures, String path, JsonNode node) {
    if (node.isNumber()) {
      measures.add(Row.of(path, node.doubleValue()));
    } else if (node.isObject()) {
      node.properties()
          .forEach(
              each ->
                  add(
                      measures,
                      path.isEmpty() ? each.getKey() : path + "." + each.getKey(),
                      each.getValue()));
    }
  }
}
