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

/**
 * {@code CALL sys.revert('prices')}: publishes a copy of the version before the latest as the
 * latest one.
 */
public final class RevertProcedure implements Procedure {
  private final ModelStore store;

  RevertProcedure(ModelStore store) {
    this.store = store;
  }

  /** The version that is new. */
  @ProcedureHint(
      arguments = @ArgumentHint(name = "name", type = @DataTypeHint("STRING")),
      output = @DataTypeHint("ROW<name STRING, version INT>"))
  public Row[] call(ProcedureContext context, String name) throws IOException {
    ModelVersion latest = store.promote(store.before(name), name);
    return new Row[] {Row.of(latest.name(), latest.number())};
  }
}
