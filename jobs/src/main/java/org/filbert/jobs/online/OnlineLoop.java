package org.filbert.jobs.online;

import java.util.List;
import java.util.OptionalDouble;
import org.filbert.connectors.TaskKind;
import org.filbert.data.Placement;
import org.filbert.data.RefusedException;
import org.filbert.jobs.config.ConfigText;
import org.filbert.jobs.config.section.GradientsConfig;
import org.filbert.jobs.config.section.RecursiveConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.training.report.RunNumerics;
import org.filbert.linalg.Backend;
import org.filbert.model.Provenance;
import org.filbert.online.Batch;
import org.filbert.online.Columns;
import org.filbert.online.GradientLearner;
import org.filbert.online.GradientOptions;
import org.filbert.online.OnlineLearner;
import org.filbert.online.baseline.Baseline;
import org.filbert.online.progressive.DriftDetector;
import org.filbert.online.progressive.ProgressiveRun;
import org.filbert.online.progressive.Report;
import org.filbert.online.recursive.RecursiveLearner;
import org.filbert.operators.loop.spec.StreamSpec;
import org.jspecify.annotations.Nullable;

/**
 * The stream loop of an online run.
 *
 * @param text configuration of the run
 * @param workers parallelism P
 * @param features number d of features
 * @param store root of the model store, an absolute path or a URI
 * @param directory of the run, likewise
 * @param runId unique id of the run
 * @param created start of the run, in milliseconds since the epoch
 * @param strict whether the first notice ends the run with an error
 * @param inputs whose shares come with each line of the table
 */
record OnlineLoop(
    ConfigText<OnlineConfig> text,
    int workers,
    int features,
    String store,
    String directory,
    String runId,
    long created,
    boolean strict,
    ExplainedInputs inputs)
    implements StreamSpec<ProgressiveRun.State, Batch, Report> {

  static final String NAME = "online";

  OnlineConfig config() {
    return text.get();
  }

  String configuration() {
    return text.yaml();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Placement placement() {
    return new Placement(config().seed(), workers);
  }

  @Override
  public Backend backend(int slots) {
    return RunNumerics.of(config().backend()).backend(slots);
  }

  @Override
  public Class<Batch> batchType() {
    return Batch.class;
  }

  @Override
  public Class<Report> outputType() {
    return Report.class;
  }

  @Override
  public ProgressiveRun program() {
    OnlineConfig config = config();
    return new ProgressiveRun(
        learner(config),
        new ProgressiveRun.Options(
            RowSettings.preprocessing(config, features),
            new Provenance(
                text.yaml(),
                "",
                config.seed(),
                RunNumerics.of(config.backend()).versions(),
                List.of()),
            config.progressive().window(),
            config.progressive().toRule(),
            config.snapshots().toRule(config.task()),
            baselines(config),
            detector(config),
            config.drift().response()),
        strict,
        inputs.shares(config.seed()));
  }

  private OnlineLearner<?> learner(OnlineConfig config) {
    long frequencyBytes = config.frequencies().memory().bytes();
    if (config.learner() instanceof RecursiveConfig recursive) {
      return new RecursiveLearner(
          recursive.options(features, config.seed(), config.precision(), frequencyBytes),
          columns(config),
          recursive.scaling());
    }
    GradientOptions gradients =
        ((GradientsConfig) config.learner())
            .options(
                config.kernel().orElseThrow().kernel(OptionalDouble.empty()),
                features,
                config.seed(),
                config.precision(),
                frequencyBytes);
    return new GradientLearner(
        new GradientLearner.Options(gradients, columns(config)),
        () -> config.from().map(model -> model.load(store)));
  }

  private static Columns columns(OnlineConfig config) {
    List<String> classes = config.rows().knownClasses();
    if (config.task() == TaskKind.REGRESSION) {
      return new Columns.Values(new double[1]);
    }
    return classes.isEmpty()
        ? new Columns.OpenClasses(List.of())
        : new Columns.FixedClasses(classes);
  }

  private List<Baseline> baselines(OnlineConfig config) {
    return config.progressive().baselines().stream().map(b -> b.toBaseline(features)).toList();
  }

  private static @Nullable DriftDetector detector(OnlineConfig config) {
    return config.drift().detector().map(d -> d.toDetector()).orElse(null);
  }

  @Override
  public @Nullable String explain(Throwable failure) {
    return failure instanceof RefusedException ? failure.getMessage() : null;
  }
}
