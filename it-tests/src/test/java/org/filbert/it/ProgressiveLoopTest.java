package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Precision;
import org.filbert.loss.LogisticLoss;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.NormalScores;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.RowEncoder;
import org.filbert.model.ScaledRows;
import org.filbert.model.TrainedModel;
import org.filbert.online.Algorithm;
import org.filbert.online.Columns;
import org.filbert.online.DriftResponse;
import org.filbert.online.GradientLearner;
import org.filbert.online.GradientOptions;
import org.filbert.online.OnlineLearner;
import org.filbert.online.StepSize;
import org.filbert.online.baseline.LogisticRegression;
import org.filbert.online.baseline.Majority;
import org.filbert.online.baseline.NoChange;
import org.filbert.online.progressive.Adwin;
import org.filbert.online.progressive.InputShares;
import org.filbert.online.progressive.LineRule;
import org.filbert.online.progressive.ProgressiveRun;
import org.filbert.online.progressive.Report;
import org.filbert.online.progressive.SnapshotRule;
import org.filbert.online.recursive.ExpertOptions;
import org.filbert.online.recursive.FirstRowsUse;
import org.filbert.online.recursive.RecursiveLearner;
import org.filbert.online.recursive.RecursiveOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A whole run over a stream on Flink, with baselines, drift and models on the way, has the bits of
 * local workers: predictions, curve and models, with failures too.
 */
class ProgressiveLoopTest {
  @RegisterExtension
  static final MiniClusterExtension FLINK = MiniFlink.cluster(2, 2, smallBuffers());

  private static final int FAILURES = 3;
  private static final AtomicInteger FAILED = new AtomicInteger();
  private static final int FEATURES = 3;
  private static final int BLOCK = 16;

  /** Few batches fit between the operators: a checkpoint soon passes them, whatever their pace. */
  private static Configuration smallBuffers() {
    Configuration configuration = new Configuration();
    configuration.set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, MemorySize.parse("4kb"));
    return configuration;
  }

  private enum Learner {
    GRADIENTS,
    EXPERTS,
    EXPERTS_BY_RANKS
  }

  private static class Run extends BatchSpec<ProgressiveRun.State, Report> {
    private final Learner learner;

    Run(int workers, Learner learner) {
      super("progressive", workers);
      this.learner = learner;
    }

    @Override
    public Class<Report> outputType() {
      return Report.class;
    }

    private OnlineLearner<?> learner() {
      Columns columns = new Columns.OpenClasses(List.of());
      return switch (learner) {
        case GRADIENTS ->
            new GradientLearner(new GradientLearner.Options(gradients(), columns), Optional::empty);
        case EXPERTS -> new RecursiveLearner(experts(), columns);
        case EXPERTS_BY_RANKS -> new RecursiveLearner(experts(), columns, FirstRowsUse.RANKS);
      };
    }

    private static GradientOptions gradients() {
      return new GradientOptions(
          map(new Gaussian(1), BLOCK),
          Precision.DOUBLE,
          new Algorithm.Cdsg(3),
          new LogisticLoss(),
          new StepSize.Decaying(2, 0.01),
          1e-6,
          60,
          10,
          1 << 12);
    }

    /** Small ones of two kernels, and a large one, which is spread over several workers. */
    private static RecursiveOptions experts() {
      return new RecursiveOptions(
          List.of(
              new ExpertOptions(map(new Gaussian(2), 40), 0.999, 0.01),
              new ExpertOptions(map(new Laplacian(3), 30), 0.95, 0.01),
              new ExpertOptions(map(new Gaussian(1), 960), 1, 0.01)),
          Precision.SINGLE,
          32,
          200,
          1 << 20);
    }

    private static RandomFourier map(Kernel kernel, int features) {
      return new RandomFourier(kernel, FEATURES, features, 5, RandomFourier.Form.COSINE_SINE);
    }

    @Override
    public ProgressiveRun program() {
      return new ProgressiveRun(
          learner(),
          new ProgressiveRun.Options(
              new Preprocessing(FEATURES, false, Precision.DOUBLE, new double[0], new double[0]),
              new Provenance("test", "", 5, new TreeMap<>(), List.of()),
              100,
              new LineRule(500, false),
              new SnapshotRule(1000, false, Double.POSITIVE_INFINITY),
              List.of(new LogisticRegression(0.1), new Majority(), new NoChange(null)),
              new Adwin(0.002),
              DriftResponse.RAISE_STEP),
          false,
          new InputShares(Collections.nCopies(FEATURES, 1), 5));
    }
  }

  private static final class Failing extends Run {
    private final String directory;

    Failing(Learner learner, Path checkpoints) {
      super(2, learner);
      this.directory = checkpoints.toString();
    }

    @Override
    public Backend backend(int slots) {
      return FailingBlas.in(
          super.backend(slots), new Injection(Path.of(directory), FAILURES, FAILED));
    }
  }

  /** All that a report says, floating-point numbers to the bit. */
  private static String line(Report report) {
    if (report instanceof Report.Predicted predicted) {
      return predicted.predictions().stream()
          .map(p -> p.id() + Arrays.toString(p.scores()) + p.label() + p.step())
          .collect(Collectors.joining(" "));
    }
    if (report instanceof Report.Snapshot snapshot) {
      TrainedModel model = snapshot.model();
      return "%s %s %s %s %s"
          .formatted(
              snapshot.number(),
              encoding(model.preprocessing()),
              model.outputs(),
              model.model() instanceof DoublyStochastic series
                  ? Arrays.toString(series.blocks())
                  : "",
              Arrays.toString(model.model().coefficients().toArray()));
    }
    Report.Progress progress = (Report.Progress) report;
    return "%s %s %s %s %s"
        .formatted(
            progress.line(),
            progress.shares(),
            progress.statistics().error(),
            progress.statistics().opponents().stream().map(o -> o.error()).toList(),
            progress.statistics().model());
  }

  private static String encoding(RowEncoder encoder) {
    if (encoder instanceof ScaledRows scaled) {
      return Arrays.toString(scaled.scaling().centre())
          + Arrays.toString(scaled.scaling().factor())
          + encoding(scaled.encoder());
    }
    return encoder instanceof NormalScores ranks
        ? Arrays.toString(ranks.values()) + encoding(ranks.encoder())
        : Arrays.toString(((Preprocessing) encoder).offset());
  }

  /** Two workers of the other learners are in the runs with failures. */
  @ParameterizedTest
  @CsvSource({"1, GRADIENTS", "4, GRADIENTS", "1, EXPERTS", "4, EXPERTS", "2, EXPERTS_BY_RANKS"})
  void flinkGivesTheReportsOfLocalWorkers(int workers, Learner learner) throws Exception {
    StreamJob job = new StreamJob("progressive-" + workers + learner, workers, 2005, 10);
    Run run = new Run(workers, learner);
    job.build(new Configuration(), run, ProgressiveLoopTest::line).execute();
    assertThat(Collecting.COLLECTED.remove(job.name()))
        .isEqualTo(job.expected(run.program(), ProgressiveLoopTest::line));
  }

  @ParameterizedTest
  @EnumSource(
      value = Learner.class,
      names = {"GRADIENTS", "EXPERTS"})
  void failuresDoNotChangeABit(Learner learner, @TempDir Path checkpoints) throws Exception {
    assertFailuresDoNotChangeABit(learner, checkpoints);
  }

  @Test
  @Tag("ci")
  void norThoseOfExpertsByRanks(@TempDir Path checkpoints) throws Exception {
    assertFailuresDoNotChangeABit(Learner.EXPERTS_BY_RANKS, checkpoints);
  }

  private static void assertFailuresDoNotChangeABit(Learner learner, Path checkpoints)
      throws Exception {
    StreamJob job = new StreamJob("progressive-failing" + learner, 2, 12_000, 20);
    FAILED.set(0);
    Failing run = new Failing(learner, checkpoints);
    job.build(
            MiniFlink.recovering(checkpoints, Duration.ofMillis(10)),
            run,
            ProgressiveLoopTest::line)
        .execute();
    assertThat(FAILED).hasValue(FAILURES);
    assertThat(Collecting.COLLECTED.remove(job.name()))
        .isEqualTo(job.expected(run.program(), ProgressiveLoopTest::line));
  }
}
