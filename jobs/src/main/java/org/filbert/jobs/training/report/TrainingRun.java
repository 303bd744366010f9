package org.filbert.jobs.training.report;

import java.io.Serializable;
import java.util.List;
import org.filbert.connectors.read.Input;
import org.filbert.operators.training.PackedSpec;
import org.filbert.train.TrainingSpec;
import org.jspecify.annotations.Nullable;

/**
 * A training as the job ships it.
 *
 * @param model name of the run and of its model
 * @param packed what is trained
 * @param configuration text for the files and the model's provenance
 * @param restarts failures without progress after which the run gives up
 * @param from name of the stored model that the run begins with; empty: none
 * @param fromVersion its version; 0: the latest
 * @param workers parallelism P
 * @param inputs the data sets, to name the place of a record in an error
 * @param store root of the model store, an absolute path or a URI
 * @param runDirectory likewise
 * @param runId of this run and no other
 * @param created when the run began, in milliseconds since the epoch
 * @param choice what its settings were chosen from, if they were
 * @param strict whether what would be a warning of the rows or the model ends the run
 */
public record TrainingRun(
    String model,
    PackedSpec packed,
    String configuration,
    RunNumerics numerics,
    int restarts,
    String from,
    int fromVersion,
    int workers,
    List<Input> inputs,
    String store,
    String runDirectory,
    String runId,
    long created,
    @Nullable Choice choice,
    boolean strict)
    implements Serializable {
  public TrainingSpec spec() {
    return packed.get();
  }
}
