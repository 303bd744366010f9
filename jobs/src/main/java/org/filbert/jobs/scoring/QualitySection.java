package org.filbert.jobs.scoring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.filbert.jobs.report.Axis;
import org.filbert.jobs.report.Axis.Kind;
import org.filbert.jobs.report.Chart;
import org.filbert.jobs.report.HeatMap;
import org.filbert.jobs.report.LineChart;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Page;
import org.filbert.jobs.report.Series;
import org.filbert.jobs.report.Table;
import org.filbert.metrics.Classification;
import org.filbert.metrics.Curve;
import org.filbert.metrics.Regression;
import org.filbert.metrics.Threshold;
import org.jspecify.annotations.Nullable;

/**
 * The part of a page that answers how good a model is.
 *
 * @param classes null for numbers
 * @param numbers null for classes
 * @param level probability of the intervals whose coverage was measured; null without intervals
 * @param notes sentences about the figures
 */
public record QualitySection(
    String heading,
    @Nullable Classification classes,
    @Nullable Regression numbers,
    @Nullable Double level,
    List<String> notes) {
  /** A note on figures of rows that have weights. */
  public static final String WEIGHTED =
      "Shares and means count rows by their weights, numbers of rows do not.";

  private static final int MOST_CLASSES_SHOWN = 30;
  private static final Series DIAGONAL =
      new Series("ideal", List.of(new Series.Point(0, 0), new Series.Point(1, 1)));
  private static final Series CHANCE = new Series("chance", DIAGONAL.points());

  public QualitySection {
    notes = List.copyOf(notes);
  }

  /** The section. */
  public Element element() {
    List<Element> content = new ArrayList<>();
    if (classes != null) {
      content.add(Page.numbers(Figures.of(classes)));
      content.add(Page.charts(charts(classes)));
      content.addAll(words(classes));
    } else if (numbers != null) {
      content.add(Page.numbers(figures(numbers)));
      content.add(Page.charts(charts(numbers)));
    }
    notes.forEach(note -> content.add(Page.note(note)));
    return Page.section(heading, content);
  }

  private static List<Chart> charts(Classification classes) {
    List<Chart> charts = new ArrayList<>();
    charts.add(
        new HeatMap(
            "Confusion matrix",
            "true class",
            "predicted class",
            classes.classes(),
            classes.confusion()));
    Classification.OfProbabilities probabilities = classes.probabilities();
    if (probabilities != null) {
      charts.add(
          new LineChart(
              "Reliability of the probabilities",
              new Axis(
                  classes.classes().size() == 2
                      ? "probability of " + classes.classes().get(1)
                      : "highest probability",
                  Kind.LINEAR),
              new Axis("share of the rows of which it came true", Kind.LINEAR),
              List.of(
                  Series.of(
                      "model",
                      probabilities.reliability().stream().filter(bin -> bin.rows() > 0).toList(),
                      bin -> bin.probability() == null ? 0 : bin.probability(),
                      Classification.OfProbabilities.Bin::frequency),
                  DIAGONAL)));
    }
    String each = classes.classes().size() == 2 ? "" : ", mean of the classes";
    Curve roc = classes.roc();
    Curve precisionRecall = classes.precisionRecall();
    if (roc != null && precisionRecall != null) {
      charts.add(
          new LineChart(
              "Receiver operating characteristic" + each,
              new Axis("share of other rows taken for the class", Kind.LINEAR),
              new Axis("share of the class found", Kind.LINEAR),
              List.of(series("model", roc), CHANCE)));
      charts.add(
          new LineChart(
              "Precision and recall" + each,
              new Axis("recall", Kind.LINEAR),
              new Axis("precision", Kind.LINEAR),
              List.of(series("model", precisionRecall))));
    }
    return charts;
  }

  private static Series series(String name, Curve curve) {
    List<Series.Point> points = new ArrayList<>();
    for (int i = 0; i < curve.x().length; i++) {
      points.add(new Series.Point(curve.x()[i], curve.y()[i]));
    }
    return new Series(name, points);
  }

  private static List<Element> words(Classification classes) {
    List<Element> content = new ArrayList<>();
    String confused = Figures.confused(classes);
    if (!confused.isEmpty()) {
      content.add(Page.note("Confused most often: " + confused + "."));
    }
    List<Threshold> thresholds = classes.thresholds();
    if (thresholds != null) {
      content.add(
          Page.tables(
              List.of(table(Figures.thresholdsOf(classes), Figures.thresholds(thresholds)))));
    }
    Element table = Page.tables(List.of(table("By class", Figures.byClass(classes))));
    content.add(
        classes.classes().size() <= MOST_CLASSES_SHOWN
            ? table
            : Page.folded("By class", List.of(table)));
    return content;
  }

  private static Table table(String caption, List<List<String>> lines) {
    return new Table(caption, lines.get(0), lines.subList(1, lines.size()));
  }

  private Map<String, String> figures(Regression numbers) {
    Map<String, String> figures = new LinkedHashMap<>(Figures.of(numbers));
    List<Double> coverage = numbers.coverage();
    List<Double> widths = numbers.intervalWidth();
    for (int j = 0;
        level != null && coverage != null && widths != null && j < coverage.size();
        j++) {
      String of = coverage.size() == 1 ? "" : ", target " + (j + 1);
      figures.put(
          String.format(Locale.ROOT, "within the %.0f %% interval%s", 100 * level, of),
          String.format(Locale.ROOT, "%.2f %%", 100 * coverage.get(j)));
      figures.put("width of the interval" + of, Figures.number(widths.get(j)));
    }
    return figures;
  }

  private static List<Chart> charts(Regression numbers) {
    List<Regression.Band> bands = numbers.residuals();
    if (bands == null) {
      return List.of();
    }
    return List.of(
        new LineChart(
            "Residuals against predictions",
            new Axis("prediction", Kind.BETWEEN),
            new Axis("truth - prediction: quantiles of a tenth of the rows", Kind.BETWEEN),
            List.of(
                quantile("95 %", bands, Regression.Band::q95),
                quantile("75 %", bands, Regression.Band::q75),
                quantile("median", bands, Regression.Band::median),
                quantile("25 %", bands, Regression.Band::q25),
                quantile("5 %", bands, Regression.Band::q05))));
  }

  private static Series quantile(
      String name, List<Regression.Band> bands, Function<Regression.Band, @Nullable Double> value) {
    return Series.of(name, bands, band -> band.from() / 2 + band.to() / 2, value);
  }
}
