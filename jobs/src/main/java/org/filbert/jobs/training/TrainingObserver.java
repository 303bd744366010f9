package org.filbert.jobs.training;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.filbert.cache.FullDisk;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.UnwritableException;
import org.filbert.data.DataException;
import org.filbert.data.Instance;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.effects.Effects;
import org.filbert.jobs.run.NotedBlas;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunFileWriter;
import org.filbert.jobs.training.report.ChosenConfig;
import org.filbert.jobs.training.report.CurveLine;
import org.filbert.jobs.training.report.PlanReport;
import org.filbert.jobs.training.report.SolutionProgress;
import org.filbert.jobs.training.report.Summary;
import org.filbert.jobs.training.report.TrainingReport;
import org.filbert.jobs.training.report.TrainingRun;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.spec.LoopSpec;
import org.filbert.operators.loop.spec.UserErrorException;
import org.filbert.store.ModelVersion;
import org.filbert.train.Trained;
import org.filbert.train.Training;
import org.filbert.train.TrainingState;
import org.filbert.train.forecast.OutOfMemoryByPlanException;
import org.filbert.train.method.HeldOutScores;
import org.filbert.train.method.Progress;
import org.filbert.train.rows.RowUse;
import org.jspecify.annotations.Nullable;

/** Writes a run's files as it goes on, and publishes its model at the end. */
final class TrainingObserver implements LoopSpec.Observer<TrainingState, Trained> {
  private static final long PROGRESS_NANOS = 250_000_000;

  /** Time between two versions of the page, which would cost more than short epochs do. */
  private static final long REPORT_NANOS = 5_000_000_000L;

  /** Time to write the curve, and the summary, at the end of a run. */
  static final Duration NOTES_TIME = Duration.ofSeconds(10);

  private final TrainingRun run;
  private final RunFileWriter notes;
  private final SolutionProgress solutions = new SolutionProgress();
  private final StageClock clock;
  private boolean planned;
  private boolean settled;
  private int epochsWritten;
  private long lastProgress = System.nanoTime() - PROGRESS_NANOS;
  private long lastReport = System.nanoTime() - REPORT_NANOS;
  private @Nullable TrainingState unreported;

  TrainingObserver(TrainingRun run) {
    this.run = run;
    this.notes = new RunFileWriter(new RunDirectory(run.runDirectory()));
    this.clock = new StageClock(run.created());
  }

  @Override
  public void reached(TrainingState state) {
    clock.reached(state, System.currentTimeMillis());
    writeOnce(state);
    int epochs = state.ledger().epochs().size();
    if (epochs != epochsWritten) {
      writeCurve(state);
      epochsWritten = epochs;
      unreported = state;
    }
    long now = System.nanoTime();
    boolean other =
        solutions.reached(state.stage(), state.secondsOfSolution(), state.secondsOfLast(), now);
    if (unreported != null && now - lastReport >= REPORT_NANOS) {
      report();
      lastReport = now;
    }
    if (other || now - lastProgress >= PROGRESS_NANOS) {
      String solution = solutions.text();
      notes.json(RunDirectory.PROGRESS, () -> Position.of(state, solution));
      lastProgress = now;
    }
  }

  /** Writes what does not change any more. */
  private void writeOnce(TrainingState state) {
    if (!planned) {
      notes.json(RunDirectory.PLAN, () -> PlanReport.of(run, state));
      notes.json(
          RunDirectory.BLAS,
          () -> NotedBlas.of(new RunDirectory(run.runDirectory()), run.numerics().chosen().blas()));
      planned = true;
    }
    if (!settled && state.settled()) {
      ChosenConfig.yaml(run, state).ifPresent(yaml -> notes.text(RunDirectory.CHOSEN, () -> yaml));
      settled = true;
    }
  }

  private void writeCurve(TrainingState state) {
    notes.lines(RunDirectory.CURVE, () -> CurveLine.all(state));
    notes.lines(RunDirectory.BLOCKS, () -> state.ledger().steps());
  }

  /** The page of a run that has not finished, if it has come further since the last one. */
  private void report() {
    TrainingState state = unreported;
    if (state != null) {
      notes.text(RunDirectory.REPORT, () -> TrainingReport.of(run, state, null, null).html());
      unreported = null;
    }
  }

  /**
   * The current epoch and step of a run, and warnings for the user.
   *
   * @param solution of several that is under way; null with a single one
   */
  record Position(
      int epoch, int step, int steps, List<String> warnings, @Nullable String solution) {
    public static Position of(TrainingState state, String solution) {
      Progress progress = state.progress();
      return new Position(
          progress.epoch(),
          progress.step(),
          progress.steps(),
          state.ledger().warnings(),
          solution.isEmpty() ? null : solution);
    }
  }

  @Override
  public void finished(TrainingState state, Trained trained) {
    TrainedModel model = trained.model();
    ModelVersion version = publish(model);
    List<Instance.Bad> bad = state.prepared().bad();
    if (!bad.isEmpty()) {
      notes.lines(RunDirectory.QUARANTINE, () -> bad.stream().map(this::placed).toList());
    }
    HeldOutScores scores = trained.scores();
    if (scores != null) {
      new RunDirectory(run.runDirectory()).writeJson(RunDirectory.SCORES, scores);
    }
    Effects effects = effects(trained);
    if (effects != null) {
      notes.json(RunDirectory.EFFECTS, () -> effects);
    }
    writeOnce(state);
    writeCurve(state);
    notes.again();
    notes.flush(NOTES_TIME);
    List<String> warnings = new ArrayList<>(notes.warnings());
    warnings.addAll(Training.notices(model));
    Summary summary =
        Summary.of(
            run, state, trained, version, clock.finished(System.currentTimeMillis()), warnings);
    unreported = null;
    notes.text(RunDirectory.REPORT, () -> TrainingReport.of(run, state, summary, effects).html());
    notes.json(RunDirectory.SUMMARY, () -> summary);
    notes.flush(NOTES_TIME);
    notes
        .lost()
        .ifPresent(
            reason -> {
              throw new UserErrorException(
                  "model %s is stored, but %s".formatted(version, reason), null);
            });
  }

  /** What inputs do to the predictions of the model; null where there is nothing to vary. */
  private @Nullable Effects effects(Trained trained) {
    return Effects.of(
            trained.model(),
            trained.examples(),
            run.spec().preprocessing().names(),
            run.numerics().chosen())
        .orElse(null);
  }

  @Override
  public void close() {
    report();
    notes.flush(NOTES_TIME);
  }

  private ModelVersion publish(TrainedModel model) {
    UnstoredModel unstored = new UnstoredModel(run, model);
    try {
      return unstored.publish(run.store());
    } catch (IOException e) {
      if (FullDisk.caused(e)) {
        throw new UserErrorException(unstored.keep(e), e);
      }
      throw new UncheckedIOException(e);
    }
  }

  /** Adds the place of a record that was refused after it had been read. */
  private Instance.Bad placed(Instance.Bad bad) {
    return bad.place().isEmpty()
        ? new Instance.Bad(
            bad.role(), bad.position(), place(bad.role(), bad.position()), bad.reason(), bad.text())
        : bad;
  }

  @Override
  public @Nullable String explain(Throwable failure) {
    if (failure instanceof DataException bad) {
      return place(bad.role(), bad.position()) + column(bad) + ": " + bad.getMessage();
    }
    if (failure instanceof OutOfMemoryError) {
      return "out of memory ("
          + failure.getMessage()
          + "): lower cache.memory, factors.memory or "
          + "solver.blockSize, or give the process more";
    }
    return failure instanceof RefusedException
            || failure instanceof OutOfMemoryByPlanException
            || failure instanceof UserErrorException
            || failure.getCause() instanceof UnwritableException
        ? failure.getMessage()
        : null;
  }

  /** The column or field of the target that is the reason. */
  private String column(DataException bad) {
    DataFormat format = run.inputs().get(0).dataSet().format();
    String name =
        bad.target() > 0 && !format.targets().isEmpty()
            ? format.targets().get(bad.target() - 1)
            : format.label();
    return bad.target() == 0 || name == null ? "" : ", column " + name;
  }

  private String place(Role role, long position) {
    boolean heldOut =
        role == Role.VALIDATION
            && (run.spec().validationFraction().isPresent() || run.spec().rows().folds() > 0);
    boolean learned = role == Role.TRAIN && RowUse.wasValidation(position);
    Role source = heldOut ? Role.TRAIN : learned ? Role.VALIDATION : role;
    long place = learned ? RowUse.validationPosition(position) : position;
    try {
      for (var input : run.inputs()) {
        if (input.dataSet().role() == source) {
          return input.place(place);
        }
      }
    } catch (IOException e) {
      return role + " data, position " + place;
    }
    throw new IllegalStateException("no input for " + role);
  }
}
