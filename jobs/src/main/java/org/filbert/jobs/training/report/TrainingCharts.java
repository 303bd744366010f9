package org.filbert.jobs.training.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.filbert.cost.Costs;
import org.filbert.jobs.report.Axis;
import org.filbert.jobs.report.Axis.Kind;
import org.filbert.jobs.report.Chart;
import org.filbert.jobs.report.LineChart;
import org.filbert.jobs.report.Numbers;
import org.filbert.jobs.report.Series;
import org.filbert.jobs.report.StackedBars;
import org.filbert.jobs.report.StackedBars.Part;
import org.filbert.model.CurvePoint;
import org.filbert.train.Ledger;
import org.filbert.train.method.Trial;
import org.jspecify.annotations.Nullable;

/**
 * Charts of a training's curve.
 *
 * @param trials of which the curve is the best one's
 * @param error name of the errors: a share, or a root mean square
 * @param ledger costs of the epochs
 */
record TrainingCharts(List<CurvePoint> curve, List<Trial> trials, String error, Ledger ledger) {
  private static final Axis EPOCHS = new Axis("epoch", Kind.WHOLE);

  /** Bars beyond these would be thinner than can be seen; the run's files have their numbers. */
  private static final int MOST_BARS = 200;

  /** Errors, residual and objective, and what there is to choose from. */
  List<Chart> course() {
    List<Chart> charts = new ArrayList<>();
    charts.add(
        new LineChart(
            "Error against time", seconds(), new Axis(error, Kind.LINEAR), errors(this::seconds)));
    charts.add(
        new LineChart(
            "Error against epochs",
            EPOCHS,
            new Axis(error, Kind.LINEAR),
            errors(CurvePoint::epoch)));
    charts.add(logarithmic("Relative residual", CurvePoint::relativeResidual));
    charts.add(logarithmic("Objective", CurvePoint::objective));
    if (trials.size() > 1) {
      charts.add(path());
    }
    return charts;
  }

  /** Seconds of epochs and blocks. */
  List<Chart> phases() {
    List<StackedBars> phases = new ArrayList<>();
    phases.add(phases("Seconds of the epochs by phase", "epoch", ledger.epochs()));
    phases.add(blocks("Seconds of the blocks, first epoch", 1));
    int latest = ledger.steps().get(ledger.steps().size() - 1).epoch();
    if (latest > 1) {
      phases.add(blocks("Seconds of the blocks, latest epoch", latest));
    }
    return phases.stream()
        .filter(bars -> bars.bars().size() <= MOST_BARS)
        .map(Chart.class::cast)
        .toList();
  }

  /** When the width began whose curve it is: at the end of the others that came before. */
  private double begin() {
    double first = curve.isEmpty() ? 0 : curve.get(0).trainSeconds();
    return trials.stream()
        .flatMap(trial -> trial.curve().stream())
        .mapToDouble(CurvePoint::trainSeconds)
        .filter(seconds -> seconds < first)
        .max()
        .orElse(0);
  }

  private double seconds(CurvePoint point) {
    return point.trainSeconds() - begin();
  }

  private Axis seconds() {
    return new Axis(begin() > 0 ? "seconds of the chosen width" : "seconds", Kind.LINEAR);
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
    return phases(
        title,
        "block",
        ledger.steps().stream()
            .filter(step -> step.epoch() == epoch)
            .map(Ledger.Step::costs)
            .toList());
  }

  private List<Series> errors(ToDoubleFunction<CurvePoint> x) {
    return List.of(
        Series.of("test", curve, x, CurvePoint::testError),
        Series.of("validation", curve, x, CurvePoint::validationError),
        Series.of("training", curve, x, CurvePoint::trainError));
  }

  /**
   * All errors against the ridge; for several widths the validation error alone, a line for each.
   */
  private LineChart path() {
    List<Trial> begun = trials.stream().filter(trial -> !trial.curve().isEmpty()).toList();
    Map<String, List<Trial>> byWidth =
        begun.stream()
            .collect(
                Collectors.groupingBy(
                    trial -> Objects.toString(trial.sigma(), ""),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Series> series =
        byWidth.size() < 2
            ? List.of(
                line("test", begun, CurvePoint::testError),
                line("validation", begun, CurvePoint::validationError),
                line("training", begun, CurvePoint::trainError))
            : byWidth.entrySet().stream()
                .map(
                    width ->
                        line(
                            "σ = " + Numbers.brief(Double.parseDouble(width.getKey())),
                            width.getValue(),
                            CurvePoint::validationError))
                .toList();
    return new LineChart(
        byWidth.size() < 2 ? "Error against the ridge" : "Validation error by width and ridge",
        new Axis("ridge", Kind.LOGARITHMIC),
        new Axis(error, Kind.LINEAR),
        series);
  }

  private static Series line(
      String name, List<Trial> trials, Function<CurvePoint, @Nullable Double> error) {
    return Series.of(name, trials, Trial::ridge, trial -> error.apply(trial.reached()));
  }

  /** A bar for each of the costs, in their order. */
  private static StackedBars phases(String title, String kind, List<Costs> costs) {
    List<Part> parts =
        List.of(
            part("kernel or features", costs, cost -> cost.kernel().seconds()),
            part("Gram matrix", costs, cost -> cost.gram().seconds()),
            part("factor", costs, cost -> cost.factor().seconds()),
            part("solve", costs, cost -> cost.solve().seconds()),
            part("residual", costs, cost -> cost.residual().seconds()),
            part("gradient", costs, cost -> cost.gradients().seconds()),
            part("precondition", costs, cost -> cost.precondition().seconds()),
            part("scoring", costs, cost -> cost.scoring().seconds()),
            part("other", costs, cost -> cost.other().seconds()),
            part("communication", costs, cost -> cost.communication().seconds()));
    return new StackedBars(
        title,
        "seconds",
        kind,
        IntStream.rangeClosed(1, costs.size()).mapToObj(Integer::toString).toList(),
        parts);
  }

  private static Part part(String name, List<Costs> costs, ToDoubleFunction<Costs> seconds) {
    return new Part(name, costs.stream().map(seconds::applyAsDouble).toList());
  }
}
