package org.filbert.sql;

import java.util.Map;
import org.apache.flink.table.procedures.Procedure;

/** The procedures that need a store alone. */
public final class StoreProcedures implements CatalogProcedures {
  @Override
  public Map<String, Procedure> of(FilbertCatalog catalog) {
    return Map.of(
        "versions", new VersionsProcedure(catalog.store()),
        "promote", new PromoteProcedure(catalog.store()),
        "revert", new RevertProcedure(catalog.store()));
  }
}
