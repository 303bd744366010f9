package org.filbert.jobs.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.annotation.ArgumentHint;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.ProcedureHint;
import org.apache.flink.table.procedure.ProcedureContext;
import org.apache.flink.table.procedures.Procedure;
import org.apache.flink.types.Row;
import org.filbert.connectors.file.Location;
import org.filbert.sql.FilbertCatalog;
import org.jspecify.annotations.Nullable;

/**
 * {@code CALL sys.effects('prices', 'later_bookings')}: how much each input added to the prediction
 * of each row, as Shapley values.
 */
public final class EffectsProcedure implements Procedure {
  private final FilbertCatalog catalog;

  EffectsProcedure(FilbertCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * A row for each input of each row of the table. The score of a row is the baseline and the sum
   * of its amounts.
   *
   * @param name a model's name, or its name and a version as in {@code prices@3}
   * @param source table or view of the catalog, or a query in parentheses
   * @param id column whose values tell the rows; null: their numbers from 1 do
   */
  @ProcedureHint(
      arguments = {
        @ArgumentHint(name = "name", type = @DataTypeHint("STRING")),
        @ArgumentHint(name = "source", type = @DataTypeHint("STRING")),
        @ArgumentHint(name = "id", type = @DataTypeHint("STRING"), isOptional = true)
      },
      output =
          @DataTypeHint(
              "ROW<id STRING, prediction STRING, baseline DOUBLE, input STRING, amount DOUBLE,"
                  + " error DOUBLE>"))
  public Row[] call(ProcedureContext context, String name, String source, @Nullable String id)
      throws Exception {
    ProcedureCall call = ProcedureCall.of(catalog, context, "effects-" + name.replace('@', '-'));
    try {
      String output = call.directory() + "/explained.jsonl";
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  "--model",
                  name,
                  "--input",
                  call.keep("source", source),
                  "--format",
                  "parquet",
                  "--explain",
                  "--output",
                  output));
      if (id != null) {
        arguments.addAll(List.of("--keep", id));
      }
      call.run("predict", arguments);
      return rows(Location.of(output), id == null ? "row" : id);
    } finally {
      call.forget();
    }
  }

  private static Row[] rows(Path file, String id) throws Exception {
    ObjectMapper json = new ObjectMapper();
    List<Row> rows = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(file.getFileSystem().open(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode said = json.readTree(line);
        JsonNode error = said.get("effectError");
        said.get("effects")
            .properties()
            .forEach(
                effect ->
                    rows.add(
                        Row.of(
                            text(said.get(id)),
                            text(said.get("prediction")),
                            said.get("baseline").doubleValue(),
                            effect.getKey(),
                            effect.getValue().doubleValue(),
                            error == null ? null : error.doubleValue())));
      }
    }
    return rows.toArray(Row[]::new);
  }

  private static @Nullable String text(@Nullable JsonNode value) {
    return value == null ? null : value.asText();
  }
}
