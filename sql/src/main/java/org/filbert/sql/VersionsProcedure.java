package org.filbert.sql;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.annotation.ArgumentHint;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.ProcedureHint;
import org.apache.flink.table.procedure.ProcedureContext;
import org.apache.flink.table.procedures.Procedure;
import org.apache.flink.types.Row;
import org.filbert.store.Manifest;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelStoreException;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;

/** {@code CALL sys.versions()}: the versions of all models, or those of one. */
public final class VersionsProcedure implements Procedure {
  private final ModelStore store;

  VersionsProcedure(ModelStore store) {
    this.store = store;
  }

  /** A row for each version; a damaged one has its problem alone. */
  @ProcedureHint(
      arguments = @ArgumentHint(name = "name", type = @DataTypeHint("STRING"), isOptional = true),
      output =
          @DataTypeHint(
              "ROW<name STRING, version INT, training_rows BIGINT, features INT, outputs INT,"
                  + " kernel STRING, size_bytes BIGINT, created TIMESTAMP_LTZ(3), problem STRING>"))
  public Row[] call(ProcedureContext context, @Nullable String name) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String each : name == null ? store.list() : List.of(name)) {
      for (ModelVersion version : store.versions(each)) {
        rows.add(row(version));
      }
    }
    return rows.toArray(Row[]::new);
  }

  private Row row(ModelVersion version) throws IOException {
    try {
      Manifest manifest = store.manifest(version);
      Manifest.Summary summary = manifest.summary();
      return Row.of(
          version.name(),
          version.number(),
          summary.n(),
          summary.d(),
          summary.k(),
          summary.kernel(),
          manifest.size(),
          Instant.parse(manifest.created()),
          null);
    } catch (ModelStoreException e) {
      return Row.of(
          version.name(), version.number(), null, null, null, null, null, null, e.getMessage());
    }
  }
}
