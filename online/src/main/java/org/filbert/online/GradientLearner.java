package org.filbert.online;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.filbert.calibration.Probabilities;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.loss.SoftmaxLoss;
import org.filbert.loss.SquareLoss;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.Provenance;
import org.filbert.model.RowEncoder;
import org.filbert.model.TrainedModel;
import org.filbert.workers.Stepped;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Doubly stochastic gradients on a stream: the rows of a batch are scored, then those with a target
 * are learned from, in one step. A batch with no target adds no step. When the steps diverge, the
 * learner goes back to the last good model and takes steps of half the size; it predicts the batch
 * with that.
 *
 * <p>With {@link Columns.OpenClasses} a class that is new to a batch gets a column once the batch
 * has been scored.
 */
public final class GradientLearner implements OnlineLearner<OnlineState> {

  /**
   * Options of a learner.
   *
   * @param columns columns known at the beginning; those of a stored model take their place
   */
  public record Options(GradientOptions gradients, Columns columns) {
    public Options {
      if (columns instanceof Columns.Values && !(gradients.loss() instanceof SquareLoss)) {
        throw new IllegalArgumentException(
            "found " + gradients.loss() + " for regression, only SquareLoss has no classes");
      }
      if (columns instanceof Columns.FixedClasses
          && columns.count() == 1
          && gradients.loss() instanceof SoftmaxLoss) {
        throw new IllegalArgumentException(
            "softmax needs more than two classes: of two, logistic is the same loss");
      }
    }
  }

  private final Options options;
  private final DoublyStochasticGradients gradients;
  private final Supplier<Optional<TrainedModel>> initial;

  /**
   * @param initial the model to begin with, asked for when the learner starts
   */
  public GradientLearner(Options options, Supplier<Optional<TrainedModel>> initial) {
    this.options = options;
    this.gradients = new DoublyStochasticGradients(options.gradients());
    this.initial = initial;
  }

  @Override
  public OnlineState start(Workers workers) {
    return initial
        .get()
        .map(model -> continued(model, workers))
        .orElseGet(
            () ->
                begun(
                    gradients.start(options.columns().count(), workers),
                    options.columns(),
                    workers));
  }

  private OnlineState continued(TrainedModel model, Workers workers) {
    if (!(model.model() instanceof DoublyStochastic stored)) {
      throw new RefusedException(
          "found a model of type "
              + model.model().getClass().getSimpleName()
              + ", only a doubly stochastic one can be learned on");
    }
    Columns columns = Snapshots.columns(model.outputs(), options.columns());
    return begun(
        gradients.start(Snapshots.withColumns(stored, columns.count()), workers), columns, workers);
  }

  private OnlineState begun(GradientState start, Columns columns, Workers workers) {
    return new OnlineState(start, columns, gradients.keep(start, workers));
  }

  @Override
  public Stepped<OnlineState, Prediction> step(OnlineState state, Batch batch, Workers workers) {
    int[] labelled = batch.learned();
    RowLimits.of(options.gradients().spectral(), options.gradients().precision()).check(batch);
    Columns columns = batch.extend(state.columns());
    if (columns.count() == 0 || batch.ids().isEmpty()) {
      Matrix nothing = Matrix.zeros(Precision.DOUBLE, batch.ids().size(), 0);
      return new Stepped<>(state, predictions(state.gradients(), state.columns(), batch, nothing));
    }
    GradientState widened = gradients.widen(state.gradients(), columns.count());
    boolean learn =
        labelled.length > 0
            && !(columns.count() < 2 && options.gradients().loss() instanceof SoftmaxLoss);
    if (!learn) {
      Matrix f = gradients.scores(widened, batch.x(), workers);
      return new Stepped<>(
          new OnlineState(widened, columns, state.lastGood()),
          predictions(widened, state.columns(), batch, f));
    }
    DoublyStochasticGradients.Step step =
        gradients.step(
            widened,
            state.lastGood(),
            batch.x(),
            targets(columns, batch, labelled),
            labelled,
            batch.weights(),
            workers);
    return new Stepped<>(
        new OnlineState(step.state(), columns, step.lastGood()),
        predictions(step.predicting(), state.columns(), batch, step.f()));
  }

  @Override
  public List<Prediction> predict(OnlineState state, Batch batch, Workers workers) {
    RowLimits.of(options.gradients().spectral(), options.gradients().precision()).check(batch);
    int columns = state.columns().count();
    GradientState present = gradients.widen(state.gradients(), columns);
    Matrix f =
        columns == 0 || batch.ids().isEmpty()
            ? Matrix.zeros(Precision.DOUBLE, batch.ids().size(), 0)
            : gradients.scores(present, batch.x(), workers);
    return predictions(present, state.columns(), batch, f);
  }

  /** Targets of all rows, 0 where there is none. */
  private static Matrix targets(Columns columns, Batch batch, int[] labelled) {
    Matrix y = Matrix.zeros(Precision.DOUBLE, batch.ids().size(), columns.count());
    for (int i : labelled) {
      y.write(i, i + 1, columns.values(batch.targets().get(i)));
    }
    return y;
  }

  /**
   * The predictions of the rows before these are learned from.
   *
   * @param columns that there were before the batch
   */
  private List<Prediction> predictions(
      GradientState state, Columns columns, Batch batch, Matrix f) {
    List<Prediction> predictions = new ArrayList<>();
    for (int i = 0; i < batch.ids().size(); i++) {
      double[] scores = Arrays.copyOf(f.row(i), columns.count());
      if (!Arrays.stream(scores).allMatch(Double::isFinite)) {
        throw new RefusedException(
            "row %s: the scores are %s at step %s, must be finite; smaller steps help"
                .formatted(batch.ids().get(i), Arrays.toString(scores), state.step()));
      }
      predictions.add(
          batch.prediction(i, columns, scores, state.step(), probabilities(columns, scores)));
    }
    return predictions;
  }

  /** The probabilities of the classes that there are; null if the loss does not mean any. */
  private @Nullable Map<String, Double> probabilities(Columns columns, double[] scores) {
    List<String> names =
        columns.outputs().orElse(null) instanceof Outputs.Classes classes
            ? classes.names()
            : List.of();
    Probabilities probabilities =
        options.gradients().loss().probabilities(scores.length).orElse(null);
    if (names.isEmpty() || probabilities == null) {
      return null;
    }
    double[] p = probabilities.of(scores);
    Map<String, Double> byName = new LinkedHashMap<>();
    for (int j = 0; j < p.length; j++) {
      byName.put(names.get(j), p[j]);
    }
    return byName;
  }

  @Override
  public Condition condition(OnlineState state) {
    GradientState now = state.gradients();
    int blocks = now.blocks().size();
    return new Condition(
        now.step(),
        blocks,
        (long) blocks * options.gradients().map().outputs() * now.columns() * Double.BYTES,
        now.stepSize(),
        (double) now.reused() / now.step(),
        now.schedule().halvings(),
        List.of());
  }

  @Override
  public OnlineState respond(DriftResponse response, OnlineState state, Workers workers) {
    GradientState old = state.gradients();
    return switch (response) {
      case NONE -> state;
      case RAISE_STEP -> state.with(gradients.restartSchedule(old));
    };
  }

  @Override
  public Optional<SpectralKernel> kernel() {
    return Optional.of(options.gradients().spectral());
  }

  @Override
  public Precision precision() {
    return options.gradients().precision();
  }

  @Override
  public Optional<TrainedModel> model(
      OnlineState state, RowEncoder preprocessing, Provenance provenance, Workers workers) {
    return state
        .columns()
        .outputs()
        .map(
            outputs ->
                new TrainedModel(
                    preprocessing,
                    outputs,
                    Snapshots.withColumns(
                        gradients.model(state.gradients(), workers), outputs.columns()),
                    provenance,
                    options.gradients().loss().probabilities(outputs.columns()).orElse(null)));
  }

  @Override
  public void takeOver(Worker former, Worker worker) {
    GradientTasks.takeOver(former, worker);
  }

  @Override
  public List<Class<?>> messages() {
    return List.of(GradientTasks.class, OnlineState.class);
  }
}
