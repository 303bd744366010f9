package org.filbert.train;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.filbert.calibration.Calibration;
import org.filbert.data.Role;
import org.filbert.model.CurvePoint;
import org.filbert.model.Model;
import org.filbert.model.Provenance;
import org.filbert.model.TrainedModel;
import org.filbert.selection.Selection;
import org.filbert.shard.Prepared;
import org.filbert.shard.ScoredRows;
import org.filbert.train.method.CalibrationMode;
import org.filbert.train.method.HeldOutQuality;
import org.filbert.train.method.HeldOutScores;
import org.filbert.train.method.Method;
import org.filbert.train.rows.KeptExamples;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Makes the model of a run that is done, with its calibration and what held-out rows say of it.
 *
 * @param mode how the model gets probabilities or intervals
 * @param calibrated finds what held-out rows have shown of a model with the same settings, if there
 *     is such
 * @param configuration for the model's provenance, as are the seed and the versions of the software
 */
record Finish(
    CalibrationMode mode,
    Supplier<Optional<Calibration>> calibrated,
    long seed,
    String configuration,
    SortedMap<String, String> versions) {
  /** Whether the run's own rows calibrate the model. */
  boolean calibrates() {
    return calibrated.get().isEmpty();
  }

  /**
   * The model.
   *
   * @param keeps whether workers have kept some records
   * @param state of the method, which is done
   * @param selection by leaving rows out, if there was one
   * @param curve of all solutions
   */
  <S extends Method.State> Trained of(
      boolean keeps,
      Method<S> method,
      S state,
      Prepared prepared,
      @Nullable Selection selection,
      List<CurvePoint> curve,
      Workers workers) {
    Model model = method.model(state, workers);
    List<ScoredRows> heldOut =
        prepared.validationRows() + prepared.testRows() == 0
            ? List.of(ScoredRows.NONE, ScoredRows.NONE)
            : method.heldOut(state, model, workers);
    Optional<ScoredRows> leftOut =
        selection == null || prepared.validationRows() > 0
            ? Optional.empty()
            : method.leftOut(state, workers);
    Calibration calibration =
        calibration(method, prepared, heldOut.get(0))
            .or(calibrated)
            .or(() -> byLeavingOut(prepared, leftOut, selection))
            .orElse(null);
    TrainedModel trained =
        new TrainedModel(
            prepared.preprocessing(),
            prepared.outputs(),
            model,
            new Provenance(configuration, prepared.dataFingerprint(), seed, versions, curve),
            calibration);
    return new Trained(
        trained,
        HeldOutQuality.of(heldOut, prepared.outputs(), calibration),
        leftOut
            .map(rows -> HeldOutQuality.of(Role.TRAIN, rows, prepared.outputs(), calibration))
            .orElse(null),
        mode == CalibrationMode.FOLDS && prepared.validationRows() > 0
            ? HeldOutScores.of(heldOut.get(0), prepared.outputs())
            : null,
        keeps ? KeptExamples.kept(seed, workers) : List.of());
  }

  /**
   * What rows have shown that the model was solved without, or else those that were left out of a
   * sample to choose a kernel and a ridge.
   */
  private Optional<Calibration> byLeavingOut(
      Prepared prepared, Optional<ScoredRows> leftOut, @Nullable Selection selection) {
    return mode.leavesOut(prepared)
        ? leftOut
            .flatMap(rows -> CalibrationMode.fitLeftOut(rows, prepared.outputs()))
            .or(() -> Optional.ofNullable(selection).map(chosen -> chosen.best().calibration()))
        : Optional.empty();
  }

  private Optional<Calibration> calibration(
      Method<?> method, Prepared prepared, ScoredRows validation) {
    return mode.fits(method.ofLoss(), prepared)
        ? CalibrationMode.fit(validation, prepared.outputs())
        : mode.ofLoss(method.ofLoss(), prepared.outputs());
  }
}
