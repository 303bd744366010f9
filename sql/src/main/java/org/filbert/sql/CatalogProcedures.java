package org.filbert.sql;

import java.util.Map;
import org.apache.flink.table.procedures.Procedure;

/**
 * Procedures of the database {@code sys} of a catalog, found as services of the class path. Each
 * has a public method {@code call}, whose arguments Flink finds by its annotations.
 */
public interface CatalogProcedures {
  /** The procedures for a catalog, by name. */
  Map<String, Procedure> of(FilbertCatalog catalog);
}
