package org.filbert.jobs.training.report;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.effects.Effect;
import org.filbert.effects.Effects;
import org.filbert.jobs.report.Band;
import org.filbert.jobs.report.BandChart;
import org.filbert.jobs.report.Chart;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Page;
import org.filbert.jobs.report.Whiskers;

/** Charts of what inputs do to predictions. */
final class EffectCharts {
  private EffectCharts() {}

  /** The section of a page. */
  static Element section(Effects effects) {
    return Page.section(
        "Effects of inputs",
        List.of(
            Page.charts(
                effects.inputs().stream()
                    .map(effect -> chart(effect, quantity(effects, effect), reach(effects)))
                    .toList()),
            Page.note(caption(effects))));
  }

  private static String caption(Effects effects) {
    return String.format(
        Locale.ROOT,
        "%s Line or dot: the mean prediction for %d training rows that all have this value, and"
            + " their own values of the other inputs. Band or whisker: the 10th to the 90th"
            + " percentile of the rows' own curves, each moved to the mean level: narrow where"
            + " the input has the same effect whatever the others are. All charts have the same"
            + " scale. Rows so made may be such as do not occur: where inputs depend on each"
            + " other, read with care.",
        switch (effects.order()) {
          case METRIC ->
              "The inputs that the learned metric looks at most; a date counts by the sum of its"
                  + " parts.";
          case RANGE ->
              String.format(
                  Locale.ROOT,
                  "No metric is learned: the inputs, of %d, whose mean predictions go apart most.",
                  effects.looked());
        },
        effects.rows());
  }

  private static String quantity(Effects effects, Effect effect) {
    String word = effects.quantity().name().toLowerCase(Locale.ROOT);
    List<Effect.Curve> curves = effect.curves();
    return effects.quantity() == Effects.Quantity.PREDICTION
        ? curves.get(0).output()
        : curves.size() > 1 ? word : word + " of " + curves.get(0).output();
  }

  /** The least and the largest number of all charts, so that their scales are the same. */
  private static List<Double> reach(Effects effects) {
    DoubleSummaryStatistics all =
        effects.inputs().stream()
            .flatMap(effect -> effect.curves().stream())
            .flatMap(curve -> Stream.of(curve.low(), curve.mean(), curve.high()))
            .flatMapToDouble(Arrays::stream)
            .summaryStatistics();
    return List.of(all.getMin(), all.getMax());
  }

  private static Chart chart(Effect effect, String quantity, List<Double> reach) {
    String title = "Effect of " + effect.input();
    List<Band> bands = effect.curves().stream().map(curve -> band(effect, curve)).toList();
    return effect.kind() == Effect.Kind.CATEGORY
        ? new Whiskers(title, effect.input(), quantity, bands, reach)
        : new BandChart(
            title, effect.input(), quantity, bands, reach, effect.kind() == Effect.Kind.TIME);
  }

  private static Band band(Effect effect, Effect.Curve curve) {
    List<Effect.Value> values = effect.values();
    return new Band(
        curve.output(),
        IntStream.range(0, values.size())
            .mapToObj(
                i ->
                    new Band.Point(
                        values.get(i).text(),
                        values.get(i).at(),
                        curve.low()[i],
                        curve.mean()[i],
                        curve.high()[i]))
            .toList());
  }
}
