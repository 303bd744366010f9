package org.filbert.sql;

import java.io.IOException;
import org.apache.flink.table.annotation.ArgumentHint;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.ProcedureHint;
import org.apache.flink.table.procedure.ProcedureContext;
import org.apache.flink.table.procedures.Procedure;
import org.apache.flink.types.Row;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;

/**
 * {@code CALL sys.promote('prices-trial@3', 'prices')}: publishes a copy of a model as the latest
 * version of a name, which queries that follow the name go over to.
 */
public final class PromoteProcedure implements Procedure {
  private final ModelStore store;

  PromoteProcedure(ModelStore store) {
    this.store = store;
  }

  /**
   * The version that is new.
   *
   * @param source a name, or a name and a version as in {@code prices@3}
   * @param name null for that of the source
   */
  @ProcedureHint(
      arguments = {
        @ArgumentHint(name = "source", type = @DataTypeHint("STRING")),
        @ArgumentHint(name = "name", type = @DataTypeHint("STRING"), isOptional = true)
      },
      output = @DataTypeHint("ROW<name STRING, version INT>"))
  public Row[] call(ProcedureContext context, String source, @Nullable String name)
      throws IOException {
    ModelVersion version = store.find(source);
    ModelVersion latest = store.promote(version, name == null ? version.name() : name);
    return new Row[] {Row.of(latest.name(), latest.number())};
  }
}
