package org.filbert.jobs.training;

import java.util.List;
import java.util.SortedMap;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.train.Training;
import org.filbert.train.Trial;

/**
 * The plan of a run, printed before it begins.
 *
 * @param rows number n of training rows
 * @param unscoredRows held-out rows that {@code evaluation.rows} leaves out
 * @param scoringInterval epochs from one scoring of held-out rows to the next
 * @param ridges what is added to the diagonal: several if there is a choice
 * @param sigmas widths of the kernel to choose from; none if there is no choice
 * @param quarantined records that are left out
 * @param gemmGflops rate of a float matrix product of size 1024 on all workers together
 * @param secondsPerEpoch estimated time of the first epoch, by the time of a tile
 * @param choices values that the solver has chosen by itself
 */
record PlanReport(
    String name,
    String kernel,
    int rows,
    long validationRows,
    long testRows,
    long unscoredRows,
    int scoringInterval,
    int features,
    int columns,
    List<Double> ridges,
    List<Double> sigmas,
    int quarantined,
    int workers,
    Plan plan,
    double gemmGflops,
    double secondsPerEpoch,
    SortedMap<String, Double> choices) {

  static PlanReport of(TrainingRun run, Training.State state) {
    Prepared prepared = state.prepared();
    return new PlanReport(
        run.model(),
        prepared.kernel().toString(),
        prepared.rows(),
        prepared.validationRows(),
        prepared.testRows(),
        prepared.heldOutRows() - prepared.validationRows() - prepared.testRows(),
        state.method().scoringInterval(),
        prepared.features(),
        prepared.columns(),
        state.method().trials().stream().map(Trial::ridge).toList(),
        run.spec().sigmas(),
        prepared.bad().size(),
        prepared.shardRows().size(),
        state.plan(),
        state.speed().gemmGflops(),
        state.speed().secondsPerEpoch(),
        state.method().choices());
  }
}
