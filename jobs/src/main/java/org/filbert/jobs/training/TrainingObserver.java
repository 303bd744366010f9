package org.filbert.jobs.training;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import org.apache.flink.core.fs.Path;
import org.filbert.data.DataException;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.LoopSpec;
import org.filbert.solver.Progress;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelStoreException;
import org.filbert.store.ModelVersion;
import org.filbert.train.OutOfMemoryByPlanException;
import org.filbert.train.Training;
import org.jspecify.annotations.Nullable;

/** Writes a run's files as it goes on, and publishes its model at the end. */
final class TrainingObserver implements LoopSpec.Observer<Training.State, TrainedModel> {
  private static final long PROGRESS_NANOS = 250_000_000;

  private final TrainingLoop loop;
  private final RunDirectory run;
  private boolean planned;
  private int epochsWritten;
  private long lastProgress;

  TrainingObserver(TrainingLoop loop) {
    this.loop = loop;
    this.run = new RunDirectory(loop.runDirectory());
  }

  @Override
  public void reached(Training.State state) {
    if (!planned) {
      run.writeJson(RunDirectory.PLAN, PlanReport.of(loop.config(), state));
      planned = true;
    }
    int epochs = state.ledger().epochs().size();
    if (epochs != epochsWritten) {
      writeCurve(state);
      run.write(RunDirectory.REPORT, TrainingReport.of(loop, state, null).html());
      epochsWritten = epochs;
    }
    long now = System.nanoTime();
    if (now - lastProgress > PROGRESS_NANOS) {
      run.writeJson(RunDirectory.PROGRESS, Position.of(state));
      lastProgress = now;
    }
  }

  private void writeCurve(Training.State state) {
    run.writeLines(RunDirectory.CURVE, CurveLine.all(state));
    run.writeLines(RunDirectory.BLOCKS, state.ledger().steps());
  }

  /** The epoch and the step that a run has come to, and what the user has to know. */
  record Position(int epoch, int step, int steps, List<String> warnings) {
    static Position of(Training.State state) {
      Progress progress = state.progress();
      return new Position(
          progress.epoch(), progress.step(), progress.steps(), state.ledger().warnings());
    }
  }

  @Override
  public void finished(Training.State state, TrainedModel model) {
    try {
      if (!state.prepared().bad().isEmpty()) {
        run.writeLines(
            RunDirectory.QUARANTINE, state.prepared().bad().stream().map(this::placed).toList());
      }
      ModelStore store = ModelStore.open(new Path(loop.store()));
      Instant created = Instant.ofEpochMilli(loop.created());
      ModelVersion version = store.publish(loop.config().name(), loop.runId(), created, model);
      writeCurve(state);
      Summary summary = Summary.of(loop, state, model, version);
      run.write(RunDirectory.REPORT, TrainingReport.of(loop, state, summary).html());
      run.writeJson(RunDirectory.SUMMARY, summary);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A record that was refused only after it had been read has no place yet. */
  private Instance.Bad placed(Instance.Bad bad) {
    return bad.place().isEmpty()
        ? new Instance.Bad(
            bad.role(), bad.position(), place(bad.role(), bad.position()), bad.reason(), bad.text())
        : bad;
  }

  @Override
  public @Nullable String explain(Throwable failure) {
    if (failure instanceof DataException bad) {
      return place(bad.role(), bad.position()) + ": " + bad.getMessage();
    }
    if (failure instanceof UncheckedIOException io
        && io.getCause() instanceof ModelStoreException store) {
      return store.getMessage();
    }
    if (failure instanceof OutOfMemoryError) {
      return "out of memory ("
          + failure.getMessage()
          + "): lower cache.memory, factors.memory or "
          + "solver.blockSize, or give the process more";
    }
    return failure instanceof IllegalArgumentException
            || failure instanceof OutOfMemoryByPlanException
        ? failure.getMessage()
        : null;
  }

  private String place(Role role, long position) {
    boolean heldOut =
        role == Role.VALIDATION && loop.config().data().validationFraction().isPresent();
    Role source = heldOut ? Role.TRAIN : role;
    try {
      for (var input : loop.inputs()) {
        if (input.dataSet().role() == source) {
          return input.place(position);
        }
      }
    } catch (IOException e) {
      return role + " data, position " + position;
    }
    throw new IllegalStateException("no input for " + role);
  }
}
