package org.filbert.jobs.sql;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.annotation.ArgumentHint;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.ProcedureHint;
import org.apache.flink.table.procedure.ProcedureContext;
import org.apache.flink.table.procedures.Procedure;
import org.apache.flink.types.Row;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.sql.FilbertCatalog;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;

/** {@code CALL sys.train('prices.yaml')}: trains the model of a configuration. */
public final class TrainProcedure implements Procedure {
  private final FilbertCatalog catalog;

  TrainProcedure(FilbertCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * The version that is new, and the directory of its run.
   *
   * @param config file of the configuration
   * @param settings that override it, such as {@code solver.epochs=3}; semicolons separate them
   */
  @ProcedureHint(
      arguments = {
        @ArgumentHint(name = "config", type = @DataTypeHint("STRING")),
        @ArgumentHint(name = "settings", type = @DataTypeHint("STRING"), isOptional = true)
      },
      output = @DataTypeHint("ROW<name STRING, version INT, run STRING>"))
  public Row[] call(ProcedureContext context, String config, @Nullable String settings)
      throws Exception {
    List<String> overrides = ProcedureCall.settings(settings);
    String name = new ConfigLoader().load(Path.of(config), overrides, TrainConfig.class).name();
    ProcedureCall call = ProcedureCall.of(catalog, context, name);
    List<String> arguments = new ArrayList<>(List.of(config, "--out", call.directory()));
    overrides.forEach(setting -> arguments.addAll(List.of("--set", setting)));
    call.run("train", arguments);
    ModelVersion version = catalog.store().latest(name);
    return new Row[] {Row.of(version.name(), version.number(), call.directory())};
  }
}
