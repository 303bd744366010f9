package org.filbert.jobs.training.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.filbert.effects.Effect;
import org.filbert.effects.Effects;
import org.junit.jupiter.api.Test;

class EffectChartsTest {
  private static final double[] LOW = {1, 1.5};
  private static final double[] MEAN = {2, 2.5};
  private static final double[] HIGH = {3, 4};

  private static Effect effect(String input, Effect.Kind kind, String... texts) {
    return new Effect(
        input,
        0.5,
        kind,
        List.of(new Effect.Value(texts[0], 0), new Effect.Value(texts[1], 1)),
        List.of(new Effect.Curve("price", MEAN, LOW, HIGH)));
  }

  /** Effects of a number, a date and a category. */
  static Effects effects(String name) {
    return new Effects(
        200,
        Effects.Quantity.PREDICTION,
        Effects.Order.METRIC,
        9,
        List.of(
            effect(name, Effect.Kind.NUMBER, "0", "1"),
            effect("sold", Effect.Kind.TIME, "1.1.2026", "2.1.2026"),
            effect("colour", Effect.Kind.CATEGORY, "red", "blue")));
  }

  private static String html(Effects effects) {
    StringBuilder html = new StringBuilder();
    EffectCharts.section(effects).write(html);
    return html.toString();
  }

  @Test
  void everyInputHasAChartWithItsBandAndNumbers() {
    String html = html(effects("area"));
    assertThat(html)
        .contains("Effects of inputs", "Effect of area", "Effect of sold", "Effect of colour")
        .contains("for 200 training rows", "learned metric looks at most")
        .contains("price by colour. price: 2 at red, 2.5 at blue.")
        .contains(">1.1.2026</text>", ">blue</text>");
    assertThat(html.split("<polygon", -1)).hasSize(3);
    assertThat(html.split("whisker s0", -1)).hasSize(3);
    assertThat(html).doesNotContain("class=\"legend\"><li>");
  }

  @Test
  void severalClassesHaveALegend() {
    Effects effects =
        new Effects(
            200,
            Effects.Quantity.PROBABILITY,
            Effects.Order.RANGE,
            64,
            List.of(
                new Effect(
                    "colour",
                    null,
                    Effect.Kind.CATEGORY,
                    List.of(new Effect.Value("red", 0), new Effect.Value("blue", 1)),
                    List.of(
                        new Effect.Curve("yes", MEAN, LOW, HIGH),
                        new Effect.Curve("maybe", MEAN, LOW, HIGH)))));
    assertThat(html(effects))
        .contains("No metric is learned: the inputs, of 64,", "probability by colour")
        .contains("</svg>maybe</li>");
  }
}
