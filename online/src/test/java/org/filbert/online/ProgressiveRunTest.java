package org.filbert.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.filbert.data.Target;
import org.filbert.linalg.Precision;
import org.filbert.loss.SquareLoss;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.online.baseline.Baseline;
import org.filbert.online.baseline.LogisticRegression;
import org.filbert.online.baseline.NoChange;
import org.filbert.online.progressive.Adwin;
import org.filbert.online.progressive.DriftDetector;
import org.filbert.online.progressive.LineRule;
import org.filbert.online.progressive.ProgressiveRun;
import org.filbert.online.progressive.Report;
import org.filbert.online.progressive.SnapshotRule;
import org.filbert.online.progressive.StreamStatistics;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Stepped;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProgressiveRunTest {
  private static final SnapshotRule NONE = new SnapshotRule(0, false, 1);

  private static ProgressiveRun run(
      SnapshotRule snapshots, @Nullable DriftDetector detector, DriftResponse response) {
    GradientLearner learner =
        new GradientLearner(
            new GradientLearner.Options(
                MadeUpBatches.options(
                    new Algorithm.Dsg(), new SquareLoss(), new StepSize.Constant(1), 0, 1000),
                new Columns.FixedClasses(List.of("a", "b"))),
            Optional::empty);
    List<Baseline> baselines = List.of(new LogisticRegression(0.1), new NoChange(null));
    return new ProgressiveRun(
        learner,
        new ProgressiveRun.Options(
            new Preprocessing(
                MadeUpBatches.D, false, Precision.DOUBLE, new double[0], new double[0]),
            new Provenance("test", "", 11, new TreeMap<>(), List.of()),
            50,
            new LineRule(20, false),
            snapshots,
            baselines,
            detector,
            response));
  }

  /**
   * A batch of rows whose classes are those of a rule or, turned round, the others.
   *
   * @param labelled how many rows have a label
   */
  private static Batch batch(int number, int labelled, boolean turned) {
    double[][] x = MadeUpBatches.x(number, 8);
    List<String> ids = new ArrayList<>();
    List<@Nullable Target> targets = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      ids.add(number + "-" + i);
      boolean second = x[i][0] > 0 != turned;
      targets.add(i < labelled ? new Target.ClassName(second ? "b" : "a") : null);
    }
    return new Batch(MadeUpBatches.rows(x), ids, targets, new long[x.length], null);
  }

  /** All reports of a stream of so many batches, the last ones turned round. */
  private static List<Report> reports(ProgressiveRun run, int batches, int turnedFrom) {
    List<Report> reports = new ArrayList<>();
    try (LocalWorkers workers = MadeUpBatches.local(2)) {
      ProgressiveRun.State state = run.start(workers);
      for (int i = 0; i < batches; i++) {
        Stepped<ProgressiveRun.State, Report> stepped =
            run.step(state, batch(i, i == 0 ? 3 : 8, i >= turnedFrom), workers);
        reports.addAll(stepped.outputs());
        state = stepped.state();
      }
      reports.addAll(run.finish(state, workers));
    }
    return reports;
  }

  private static <T> Stream<T> of(Class<T> type, List<Report> reports) {
    return reports.stream().filter(type::isInstance).map(type::cast);
  }

  private static StreamStatistics last(List<Report> reports) {
    return of(Report.Progress.class, reports)
        .filter(Report.Progress::last)
        .findFirst()
        .orElseThrow()
        .statistics();
  }

  @Test
  void onlyLabelledRowsCount() {
    List<Report> reports = reports(run(NONE, null, DriftResponse.NONE), 10, 10);
    StreamStatistics last = last(reports);
    assertThat(last.rows()).isEqualTo(80);
    assertThat(last.error().rows()).isEqualTo(75);
    assertThat(last.batches()).isEqualTo(10);
    assertThat(of(Report.Predicted.class, reports).flatMap(p -> p.predictions().stream()))
        .hasSize(80);
  }

  @Test
  void theErrorIsThatOfThePredictions() {
    List<Report> reports = reports(run(NONE, null, DriftResponse.NONE), 30, 30);
    long wrong =
        of(Report.Predicted.class, reports)
            .flatMap(p -> p.predictions().stream())
            .filter(
                p -> p.target() instanceof Target.ClassName name && !name.name().equals(p.label()))
            .count();
    assertThat(last(reports).error().sum()).isEqualTo(wrong);
    assertThat(last(reports).error().faded()).isLessThan(0.2);
    assertThat(last(reports).opponents()).allMatch(o -> o.error().rows() == 235);
  }

  @Test
  void linesComeAsAsked() {
    List<Report> reports = reports(run(NONE, null, DriftResponse.NONE), 10, 10);
    assertThat(
            of(Report.Progress.class, reports)
                .filter(Report.Progress::line)
                .map(line -> line.statistics().error().rows()))
        .containsExactly(27L, 43L, 67L);
  }

  @Test
  void aModelComesAtTheEndAndWhenItIsGoodEnough() {
    assertThat(of(Report.Snapshot.class, reports(run(NONE, null, DriftResponse.NONE), 10, 10)))
        .hasSize(1)
        .allMatch(Report.Snapshot::last);
    SnapshotRule improved = new SnapshotRule(8, true, 0.3);
    List<Report.Snapshot> snapshots =
        of(Report.Snapshot.class, reports(run(improved, null, DriftResponse.NONE), 40, 40))
            .toList();
    assertThat(snapshots).hasSizeBetween(2, 39);
    assertThat(snapshots.get(0).number()).isEqualTo(1);
    assertThat(snapshots.get(snapshots.size() - 1).last()).isTrue();
  }

  @Test
  void driftIsFoundAndAnswered() {
    DriftDetector detector = new Adwin(0.002);
    StreamStatistics none = last(reports(run(NONE, detector, DriftResponse.NONE), 80, 40));
    StreamStatistics raised = last(reports(run(NONE, detector, DriftResponse.RAISE_STEP), 80, 40));
    assertThat(none.drifts()).isPositive();
    assertThat(raised.drifts()).isPositive();
    assertThat(last(reports(run(NONE, detector, DriftResponse.NONE), 40, 40)).drifts()).isZero();
  }

  @Test
  void refusesAWindowOfNothing() {
    assertThatThrownBy(
            () ->
                new ProgressiveRun.Options(
                    new Preprocessing(1, false, Precision.DOUBLE, new double[0], new double[0]),
                    new Provenance("", "", 1, new TreeMap<>(), List.of()),
                    0,
                    new LineRule(1, true),
                    NONE,
                    List.of(),
                    null,
                    DriftResponse.NONE))
        .hasMessageContaining("window has 0.0 rows");
  }
}
