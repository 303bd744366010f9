package org.filbert.jobs.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.filbert.jobs.report.Axis;
import org.filbert.jobs.report.Axis.Kind;
import org.filbert.jobs.report.Chart;
import org.filbert.jobs.report.LineChart;
import org.filbert.jobs.report.Series;
import org.filbert.jobs.report.StackedBars;
import org.filbert.model.CurvePoint;
import org.filbert.train.Ledger;
import org.filbert.train.Trial;

/**
 * What a training's curve looks like.
 *
 * @param trials of which the curve is the best one's
 * @param error what the errors are: a share, or a root mean square
 * @param ledger what the epochs took
 */
record TrainingCharts(List<CurvePoint> curve, List<Trial> trials, String error, Ledger ledger) {
  private static final Axis EPOCHS = new Axis("epoch", Kind.WHOLE);
  private static final Axis SECONDS = new Axis("seconds", Kind.LINEAR);

  /** Bars beyond these would be thinner than can be seen; the run's files have their numbers. */
  private static final int MOST_BARS = 200;

  List<Chart> all() {
    List<Chart> charts = new ArrayList<>();
    charts.add(
        new LineChart(
            "Error against time", SECONDS, new Axis(error, Kind.LINEAR), errors(SECONDS)));
    charts.add(
        new LineChart(
            "Error against epochs", EPOCHS, new Axis(error, Kind.LINEAR), errors(EPOCHS)));
    charts.add(logarithmic("Relative residual", CurvePoint::relativeResidual));
    charts.add(logarithmic("Objective", CurvePoint::objective));
    if (trials.size() > 1) {
      charts.add(new PathChart(trials, error).lines());
    }
    List<StackedBars> phases = new ArrayList<>();
    phases.add(PhaseBars.of("Seconds of the epochs by phase", "epoch", ledger.epochs()));
    phases.add(blocks("Seconds of the blocks, first epoch", 1));
    int latest = ledger.steps().get(ledger.steps().size() - 1).epoch();
    if (latest > 1) {
      phases.add(blocks("Seconds of the blocks, latest epoch", latest));
    }
    phases.stream().filter(bars -> bars.bars().size() <= MOST_BARS).forEach(charts::add);
    return charts;
  }

  private LineChart logarithmic(String title, Function<CurvePoint, Double> height) {
    String name = title.toLowerCase(Locale.ROOT);
    return new LineChart(
        title,
        EPOCHS,
        new Axis(name, Kind.LOGARITHMIC),
        List.of(Series.of(name, curve, CurvePoint::epoch, height)));
  }

  private StackedBars blocks(String title, int epoch) {
    return PhaseBars.of(
        title,
        "block",
        ledger.steps().stream()
            .filter(step -> step.epoch() == epoch)
            .map(Ledger.Step::costs)
            .toList());
  }

  private List<Series> errors(Axis axis) {
    return List.of(
        Series.of("test", curve, point -> at(point, axis), CurvePoint::testError),
        Series.of("validation", curve, point -> at(point, axis), CurvePoint::validationError),
        Series.of("training", curve, point -> at(point, axis), CurvePoint::trainError));
  }

  private static double at(CurvePoint point, Axis axis) {
    return axis.equals(EPOCHS) ? point.epoch() : point.trainSeconds();
  }
}
