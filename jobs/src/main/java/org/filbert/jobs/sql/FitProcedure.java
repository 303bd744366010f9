package org.filbert.jobs.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.flink.table.annotation.ArgumentHint;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.ProcedureHint;
import org.apache.flink.table.procedure.ProcedureContext;
import org.apache.flink.table.procedures.Procedure;
import org.apache.flink.types.Row;
import org.filbert.sql.FilbertCatalog;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;

/** {@code CALL sys.fit('bookings', 'price', 'prices')}: trains a model without settings. */
public final class FitProcedure implements Procedure {
  private final FilbertCatalog catalog;

  FitProcedure(FilbertCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * The version that is new, and the directory of its run.
   *
   * @param source table or view of the catalog
   * @param label column to be predicted
   * @param name of the model
   * @param task classification or regression; null: it follows from the label
   * @param weight column of the rows' weights
   * @param test table of test rows
   * @param budget expected time of the training at most, such as 10m
   * @param measure that settings are chosen by
   * @param settings of the configuration, such as {@code seed=2}; semicolons separate them
   */
  @ProcedureHint(
      arguments = {
        @ArgumentHint(name = "source", type = @DataTypeHint("STRING")),
        @ArgumentHint(name = "label", type = @DataTypeHint("STRING")),
        @ArgumentHint(name = "name", type = @DataTypeHint("STRING")),
        @ArgumentHint(name = "task", type = @DataTypeHint("STRING"), isOptional = true),
        @ArgumentHint(name = "weight", type = @DataTypeHint("STRING"), isOptional = true),
        @ArgumentHint(name = "test", type = @DataTypeHint("STRING"), isOptional = true),
        @ArgumentHint(name = "budget", type = @DataTypeHint("STRING"), isOptional = true),
        @ArgumentHint(name = "measure", type = @DataTypeHint("STRING"), isOptional = true),
        @ArgumentHint(name = "settings", type = @DataTypeHint("STRING"), isOptional = true)
      },
      output = @DataTypeHint("ROW<name STRING, version INT, run STRING>"))
  public Row[] call(
      ProcedureContext context,
      String source,
      String label,
      String name,
      @Nullable String task,
      @Nullable String weight,
      @Nullable String test,
      @Nullable String budget,
      @Nullable String measure,
      @Nullable String settings)
      throws Exception {
    ProcedureCall call = ProcedureCall.of(catalog, context, name);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                call.keep("source", source),
                "--label",
                label,
                "--name",
                name,
                "--out",
                call.directory()));
    add(arguments, "--task", task == null ? null : task.toLowerCase(Locale.ROOT));
    add(arguments, "--weight", weight);
    add(arguments, "--test", test == null ? null : call.keep("test", test));
    add(arguments, "--time", budget);
    add(arguments, "--by", measure);
    ProcedureCall.settings(settings).forEach(setting -> add(arguments, "--set", setting));
    call.run("fit", arguments);
    ModelVersion version = catalog.store().latest(name);
    return new Row[] {Row.of(version.name(), version.number(), call.directory())};
  }

  private static void add(List<String> arguments, String option, @Nullable String value) {
    if (value != null) {
      arguments.addAll(List.of(option, value));
    }
  }
}
