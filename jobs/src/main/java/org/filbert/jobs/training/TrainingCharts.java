package org.filbert.jobs.training;

import java.util.List;
import org.filbert.jobs.report.Axis;
import org.filbert.jobs.report.Axis.Kind;
import org.filbert.jobs.report.Chart;
import org.filbert.jobs.report.LineChart;
import org.filbert.jobs.report.Series;
import org.filbert.model.CurvePoint;

/**
 * What a training's curve looks like.
 *
 * @param error what the errors are: a share, or a root mean square
 */
record TrainingCharts(List<CurvePoint> curve, String error) {
  private static final Axis EPOCHS = new Axis("epoch", Kind.WHOLE);
  private static final Axis SECONDS = new Axis("seconds", Kind.LINEAR);

  List<Chart> all() {
    return List.of(
        new LineChart("Error against time", SECONDS, new Axis(error, Kind.LINEAR), errors(SECONDS)),
        new LineChart("Error against epochs", EPOCHS, new Axis(error, Kind.LINEAR), errors(EPOCHS)),
        new LineChart(
            "Relative residual",
            EPOCHS,
            new Axis("relative residual", Kind.LOGARITHMIC),
            List.of(
                Series.of(
                    "relative residual", curve, CurvePoint::epoch, CurvePoint::relativeResidual))),
        new LineChart(
            "Objective",
            EPOCHS,
            new Axis("objective", Kind.LOGARITHMIC),
            List.of(Series.of("objective", curve, CurvePoint::epoch, CurvePoint::objective))));
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
