package org.filbert.jobs.training;

import java.util.SortedMap;
import org.filbert.jobs.config.BlockCoordinateDescentConfig;
import org.filbert.jobs.config.TrainConfig;
import org.filbert.model.CurvePoint;
import org.filbert.model.Outputs;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelVersion;
import org.filbert.train.Prepared;
import org.filbert.train.Training;
import org.jspecify.annotations.Nullable;

/**
 * A finished run in a few numbers. Errors are shares of misclassified rows; for regression there
 * are root mean squared errors instead. With patience all of them are of the best epoch, whose
 * coefficients the model has.
 *
 * @param ridge what was added to the kernel matrix's diagonal
 * @param epochs epochs that were run
 * @param startSeconds before the first epoch: memory reserved, landmarks chosen
 * @param quarantined records that were left out
 */
record Summary(
    String solver,
    String kernel,
    int n,
    int d,
    int k,
    int parallelism,
    int blocks,
    double ridge,
    int epochs,
    double startSeconds,
    double trainSeconds,
    double relativeResidual,
    double objective,
    @Nullable Double trainError,
    @Nullable Double validationError,
    @Nullable Double testError,
    @Nullable Double trainRmse,
    @Nullable Double validationRmse,
    @Nullable Double testRmse,
    String modelName,
    int modelVersion,
    String precision,
    String backend,
    double gemmGflops,
    double flopsPerEpoch,
    int quarantined,
    long seed,
    String dataFingerprint,
    String runId,
    SortedMap<String, String> versions) {

  static Summary of(
      TrainingLoop loop, Training.State state, TrainedModel model, ModelVersion version) {
    TrainConfig config = loop.config();
    BlockCoordinateDescentConfig solver = (BlockCoordinateDescentConfig) config.solver();
    Prepared prepared = state.prepared();
    var curve = state.progress().curve();
    CurvePoint reached = state.progress().ofModel();
    boolean classes = model.outputs() instanceof Outputs.Classes;
    SortedMap<String, String> versions = model.provenance().versions();
    return new Summary(
        "block-coordinate-descent/" + TrainerOptions.name(solver.system()).replace('_', '-'),
        prepared.kernel().toString(),
        prepared.rows(),
        prepared.features(),
        prepared.columns(),
        loop.workers(),
        state.plan().blocks(),
        TrainerOptions.ridge(solver).absolute(prepared.rows()),
        curve.size(),
        state.startSeconds(),
        reached.trainSeconds(),
        reached.relativeResidual(),
        reached.objective(),
        classes ? reached.trainError() : null,
        classes ? reached.validationError() : null,
        classes ? reached.testError() : null,
        classes ? null : (Double) reached.trainError(),
        classes ? null : reached.validationError(),
        classes ? null : reached.testError(),
        version.name(),
        version.number(),
        TrainerOptions.name(config.precision()),
        versions.get("blas") + "+" + versions.get("vectorMath"),
        state.gemmGflops(),
        state.plan().flopsPerEpoch(),
        prepared.bad().size(),
        config.seed(),
        prepared.dataFingerprint(),
        loop.runId(),
        versions);
  }
}
