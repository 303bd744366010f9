package org.filbert.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.filbert.jobs.report.Axis.Kind;
import org.filbert.jobs.report.Series.Point;
import org.filbert.jobs.report.StackedBars.Part;
import org.junit.jupiter.api.Test;

class ChartTest {
  private static final LineChart LINES =
      new LineChart(
          "Error",
          new Axis("epoch", Kind.WHOLE),
          new Axis("share", Kind.LOGARITHMIC),
          List.of(
              new Series("test", List.of(new Point(1, 0.1), new Point(2, 0))),
              new Series("training", List.of(new Point(2, 0.05))),
              new Series("validation", List.of())));

  private static final StackedBars BARS =
      new StackedBars(
          "Phases",
          "seconds",
          "epoch",
          List.of("1", "2"),
          List.of(
              new Part("kernel", List.of(3.0, 0.0)),
              new Part("disk", List.of(0.0, 0.0)),
              new Part("solve", List.of(1.0, 0.0))));

  @Test
  void saysInWordsWhatItShows() {
    assertThat(LINES.description())
        .isEqualTo(
            "share against epoch. test goes from 0.1 at epoch 1 to 0 at 2; "
                + "training goes from 0.05 at epoch 2 to 0.05 at 2.");
    assertThat(BARS.description())
        .isEqualTo("seconds of each epoch. In all 2: kernel 3 (75 %), solve 1 (25 %).");
  }

  @Test
  void linesWithoutPointsAreLeftOut() {
    assertThat(LINES.legend().stream().map(Chart.Entry::name)).containsExactly("test", "training");
  }

  @Test
  void aPointWithNoPlaceOnTheAxisIsInTheTableAlone() {
    assertThat(html(LINES.drawing()).split("<circle", -1)).hasSize(3);
    assertThat(LINES.data().rows())
        .containsExactly(List.of("1", "0.1", "–"), List.of("2", "0", "0.05"));
  }

  @Test
  void marksAreDrawnNamedAndTold() {
    LineChart marked =
        new LineChart(
            "Error",
            LINES.x(),
            LINES.y(),
            LINES.series(),
            new LineChart.Marks("change", List.of(1.0, 2.0)));
    assertThat(marked.description()).endsWith("to 0.05 at 2. change: 1, 2.");
    assertThat(marked.legend().stream().map(Chart.Entry::name))
        .containsExactly("test", "training", "change");
    assertThat(html(marked.drawing()).split("class=\"mark", -1)).hasSize(3);
  }

  @Test
  void everyPartOfEveryBarHasItsNumber() {
    assertThat(html(BARS.drawing()).split("<rect", -1)).hasSize(5);
    assertThat(html(BARS.drawing())).contains("epoch 1, kernel: 3");
    assertThat(BARS.data().rows()).containsExactly(List.of("1", "3", "1"), List.of("2", "0", "0"));
  }

  @Test
  void aPartKeepsItsColourWhereAnotherIsNotShown() {
    assertThat(BARS.legend())
        .containsExactly(new Chart.Entry("kernel", 0, "bar"), new Chart.Entry("solve", 2, "bar"));
  }

  @Test
  void aSingleColourHasNoLegend() {
    LineChart one = new LineChart("Error", LINES.x(), LINES.y(), List.of(LINES.series().get(0)));
    assertThat(html(one.figure())).doesNotContain("swatch");
    assertThat(html(LINES.figure())).contains("swatch");
  }

  @Test
  void barsBeginAtZeroOnEitherSide() {
    Bars bars =
        new Bars(
            "Importances",
            "error",
            "column",
            List.of(new Bars.Bar("age", 0.3, 0.1), new Bars.Bar("job", -0.1, 0)));
    assertThat(bars.description())
        .isEqualTo("error of each column. The first of 2: age 0.3, job -0.1.");
    // 386 - 32.2 wide from -0.1 to 0.4
    assertThat(html(bars.drawing()))
        .contains("age: 0.3", "x=\"102.96\" y=\"3\" width=\"212.28\"")
        .contains("job: -0.1", "x=\"32.2\" y=\"25\" width=\"70.76\"");
    assertThat(bars.data().rows())
        .containsExactly(List.of("age", "0.3", "0.1"), List.of("job", "-0.1", "0"));
  }

  @Test
  void barsAreMarked() {
    Bars bars =
        new Bars(
            "Inputs",
            "share",
            "input",
            List.of(new Bars.Bar("age", 0.3, 0, 0.1), new Bars.Bar("job", 0.1, 0, 0.4)),
            "level of noise");
    assertThat(bars.legend()).extracting(Chart.Entry::name).contains("level of noise");
    assertThat(html(bars.drawing())).containsOnlyOnce("x1=\"386\" y1=\"22\" x2=\"386\" y2=\"44\"");
    assertThat(bars.data().header()).endsWith("level of noise");
    assertThat(bars.data().rows())
        .containsExactly(List.of("age", "0.3", "0", "0.1"), List.of("job", "0.1", "0", "0.4"));
  }

  private static String html(Node node) {
    StringBuilder out = new StringBuilder();
    node.write(out);
    return out.toString();
  }
}
