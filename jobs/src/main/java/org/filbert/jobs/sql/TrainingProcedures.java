package org.filbert.jobs.sql;

import java.util.Map;
import org.apache.flink.table.procedures.Procedure;
import org.filbert.sql.CatalogProcedures;
import org.filbert.sql.FilbertCatalog;

/** The procedures that train, evaluate and explain. */
public final class TrainingProcedures implements CatalogProcedures {
  @Override
  public Map<String, Procedure> of(FilbertCatalog catalog) {
    return Map.of(
        "fit", new FitProcedure(catalog),
        "train", new TrainProcedure(catalog),
        "evaluate", new EvaluateProcedure(catalog),
        "effects", new EffectsProcedure(catalog),
        "train_online", new TrainOnlineProcedure(catalog));
  }
}
