package org.filbert.jobs.training.report;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.filbert.cost.Costs;
import org.filbert.data.Outputs;
import org.filbert.model.CurvePoint;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.Model;
import org.filbert.model.RandomBins;
import org.filbert.model.TrainedModel;
import org.filbert.shard.Prepared;
import org.filbert.shard.TableReport;
import org.filbert.shard.TextReport;
import org.filbert.store.ModelVersion;
import org.filbert.train.SystemRunState;
import org.filbert.train.Trained;
import org.filbert.train.TrainingState;
import org.filbert.train.method.HeldOutQuality;
import org.filbert.train.method.Method;
import org.filbert.train.method.Trial;
import org.jspecify.annotations.Nullable;

/**
 * A finished run in a few numbers. Errors are shares of misclassified rows; for regression there
 * are root mean squared errors instead. With validation rows all of them are of the best epoch,
 * whose coefficients the model has. Of a model that was trained again on all rows after a choice,
 * the validation error is that of the trial that was chosen.
 *
 * @param bins of random binning
 * @param ridge what was added to the kernel matrix's diagonal; absent where there is no such system
 * @param epochs epochs that were run, of several widths with each
 * @param seconds of the whole run by what it did, since it began or was resumed; absent in a
 *     summary of an earlier version
 * @param startSeconds before the first epoch: memory reserved, landmarks chosen
 * @param choiceSeconds in which encodings, kernels, ridges and metrics were judged; absent without
 *     such a choice
 * @param converged whether the tolerance was reached, of a solver that has one
 * @param loss what validation rows chose the epoch by: the lower the better
 * @param bestEpoch the epoch that validation rows chose; 0 for the last one
 * @param path results of every ridge and width, if there was a choice
 * @param selection kernels and ridges that were chosen from by leaving training rows out, the
 *     chosen one first; absent without such a choice
 * @param metrics that were judged; absent if none was learned
 * @param inputs how much a learned metric looks at each input, the most first; absent without one
 * @param directions that a full metric looks along, the most important first; absent without one
 * @param tuning the trials that the settings were chosen from
 * @param quarantined records that were left out
 * @param text numbers of the documents, if the records were text
 * @param table numbers of missing cells and unseen categories, if the records were cells
 * @param costs of each epoch
 * @param warnings differences from the plan
 * @param refits times at which fitted values were computed anew from the coefficients
 * @param choices values that the solver has chosen by itself, at the end
 * @param heldOut quality of the model for test rows or else validation rows, if there are any
 * @param leftOut quality of the model for training rows without their own help, where the choice
 *     was by such rows and the solution tells it
 */
public record Summary(
    String solver,
    String kernel,
    int n,
    int d,
    int k,
    int parallelism,
    int blocks,
    @Nullable Bins bins,
    @Nullable Double ridge,
    int epochs,
    @Nullable Map<String, Double> seconds,
    double startSeconds,
    @Nullable Double choiceSeconds,
    double trainSeconds,
    double relativeResidual,
    @Nullable Boolean converged,
    double objective,
    @Nullable Double trainError,
    @Nullable Double validationError,
    @Nullable Double testError,
    @Nullable Double trainRmse,
    @Nullable Double validationRmse,
    @Nullable Double testRmse,
    @Nullable Double loss,
    int bestEpoch,
    String modelName,
    int modelVersion,
    String precision,
    String backend,
    double gemmGflops,
    double flopsPerEpoch,
    int quarantined,
    @Nullable TextReport text,
    @Nullable TableReport table,
    List<Costs> costs,
    List<String> warnings,
    List<Method.Refit> refits,
    SortedMap<String, Double> choices,
    long seed,
    String dataFingerprint,
    String runId,
    SortedMap<String, String> versions,
    @Nullable List<PathEntry> path,
    @Nullable List<SelectionEntry> selection,
    @Nullable List<MetricEntry> metrics,
    @Nullable List<InputShare> inputs,
    @Nullable List<InputDirection> directions,
    @Nullable List<TunedTrial> tuning,
    @Nullable HeldOutQuality heldOut,
    @Nullable HeldOutQuality leftOut) {

  /**
   * Numbers of a model by random binning.
   *
   * @param columns D, bins that training rows fell into
   * @param perGrid D/R
   * @param nonZeros of the D·k weights
   */
  record Bins(long columns, double perGrid, long nonZeros) {
    private static @Nullable Bins of(Model model, Method.State state) {
      return model instanceof RandomBins bins && state instanceof SystemRunState run
          ? new Bins(run.unknowns(), (double) run.unknowns() / bins.map().grids(), bins.nonZeros())
          : null;
    }
  }

  /** The quality that the report shows: for held-out rows, or else for rows that were left out. */
  public @Nullable HeldOutQuality quality() {
    return heldOut == null ? leftOut : heldOut;
  }

  /**
   * The summary of a run.
   *
   * @param seconds of the run by what it did
   * @param warnings besides those of the training
   */
  public static Summary of(
      TrainingRun run,
      TrainingState state,
      Trained trained,
      ModelVersion version,
      Map<String, Double> seconds,
      List<String> warnings) {
    TrainedModel model = trained.model();
    Prepared prepared = state.prepared();
    var curve = state.progress().curve();
    List<Trial> trials = state.method().trials();
    Trial chosen = trials.isEmpty() ? null : trials.get(Trial.best(trials));
    Double sigma = chosen == null ? null : chosen.sigma();
    CurvePoint reached = state.progress().ofModel();
    Choice choice = run.choice();
    Double validationError =
        choice != null && choice.allRows() ? choice.validationError() : reached.validationError();
    boolean classes = model.outputs() instanceof Outputs.Classes;
    SortedMap<String, String> versions = model.provenance().versions();
    return new Summary(
        run.spec().settled(state.selection(), state.approach()).methodName(),
        (sigma == null ? run.spec().kernel(prepared) : prepared.kernel().withSigma(sigma))
            .toString(),
        state.learnedRows(),
        prepared.features(),
        prepared.columns(),
        run.workers(),
        model.model() instanceof DoublyStochastic series
            ? series.blocks().length
            : state.plan().blocks(),
        Bins.of(model.model(), state.method()),
        chosen == null ? null : (Double) chosen.ridge(),
        curve.size(),
        seconds,
        state.startSeconds(),
        state.choiceSeconds(),
        trials.size() > 1 ? state.progress().trainSeconds() : reached.trainSeconds(),
        reached.relativeResidual(),
        state.method().converged().orElse(null),
        reached.objective(),
        classes ? reached.trainError() : null,
        classes ? validationError : null,
        classes ? reached.testError() : null,
        classes ? null : (Double) reached.trainError(),
        classes ? null : validationError,
        classes ? null : reached.testError(),
        state.progress().loss(),
        state.progress().bestEpoch(),
        version.name(),
        version.number(),
        RunNumerics.name(prepared.preprocessing().precision()),
        versions.get("blas") + "+" + versions.get("vectorMath"),
        state.speed().gemmGflops(),
        state.plan().work().flops(),
        prepared.bad().size(),
        prepared.text(),
        prepared.table(),
        state.ledger().epochs(),
        Stream.concat(state.ledger().warnings().stream(), warnings.stream()).toList(),
        state.method().refits(),
        state.method().choices(),
        run.spec().seed(),
        prepared.dataFingerprint(),
        run.runId(),
        versions,
        PathEntry.all(trials, classes),
        state.selection() == null ? null : SelectionEntry.all(state.selection(), model.outputs()),
        MetricEntry.all(state.metrics(), classes),
        InputShare.of(model.preprocessing()),
        InputDirection.of(model.preprocessing()),
        choice == null ? null : choice.trials(),
        trained.heldOut(),
        trained.leftOut());
  }
}
