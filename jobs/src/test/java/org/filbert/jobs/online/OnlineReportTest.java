package org.filbert.jobs.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.ConfigText;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.report.LineChart;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class OnlineReportTest {
  private static final String HOSTILE = "<script>alert('x')</script> & \"quoted\" \u0000";

  private static OnlineLine line(long instances, double error, int drifts, long deadLetters) {
    return new OnlineLine(
        instances,
        instances,
        instances / 1000.0,
        error,
        error,
        error / 2,
        Map.of("majority", new OnlineLine.Errors(0.4984, 0.51)),
        drifts,
        0,
        instances / 100,
        12,
        3 << 10,
        0.25,
        0.75,
        1000,
        5,
        deadLetters,
        0,
        null,
        List.of(),
        List.of(),
        Map.of(),
        false);
  }

  private static final List<OnlineLine> LINES =
      List.of(line(1000, 0.3, 0, 0), line(2000, 0.2, 2, 0), line(4000, 0.1257, 2, 3));

  private static OnlineReport report(List<OnlineLine> lines, boolean finished, boolean classes) {
    return new OnlineReport(
        "letter " + HOSTILE,
        "cdsg, square loss, Gaussian[sigma=0.2]",
        "cdsg",
        OnlineExperts.NONE,
        lines,
        finished,
        classes,
        true,
        List.of(),
        Map.of("seed", "7"),
        "name: " + HOSTILE);
  }

  private static Document parse(String html) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html)));
  }

  private static List<Element> elements(Document page, String name) {
    NodeList found = page.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  private static String text(OnlineReport report) throws Exception {
    return parse(report.html()).getDocumentElement().getTextContent();
  }

  @Test
  void isWellFormedAndEscapesWhatItIsGiven() throws Exception {
    Document page = parse(report(LINES, true, true).html());
    assertThat(elements(page, "script")).isEmpty();
    assertThat(elements(page, "h1").get(0).getTextContent())
        .isEqualTo("letter " + HOSTILE.replace('\u0000', '\uFFFD'));
    assertThat(elements(page, "pre").get(0).getTextContent()).contains("<script>");
  }

  @Test
  void showsTheRun() throws Exception {
    Document page = parse(report(LINES, true, true).html());
    assertThat(page.getDocumentElement().getTextContent())
        .contains("12.57 %", "6.29 %", "4,000", "49.84 %", "51.00 %", "75.0 %", "3.0 KiB", "seed")
        .contains("Gaussian[sigma=0.2]", "3 records were rejected")
        .doesNotContain("Not finished");
    assertThat(elements(page, "figcaption").stream().map(Element::getTextContent))
        .containsExactly(
            "Error over all rows",
            "Error in the fading window",
            "Blocks",
            "Step size",
            "Instances per second");
  }

  @Test
  void comparesTheLearnerWithTheBaselines() {
    OnlineCharts charts = OnlineCharts.of("cdsg", OnlineExperts.NONE, LINES, true, true);
    assertThat(charts.all().get(0).data().rows())
        .containsExactly(
            List.of("1000", "0.3", "0.4984"),
            List.of("2000", "0.2", "0.4984"),
            List.of("4000", "0.1257", "0.4984"));
    assertThat(charts.all().get(1).data().header())
        .containsExactly("instances", "cdsg", "majority");
  }

  @Test
  void marksTheLinesAfterChangesOfTheStream() {
    OnlineCharts charts = OnlineCharts.of("cdsg", OnlineExperts.NONE, LINES, true, true);
    assertThat(charts.all().get(1).marks().at()).containsExactly(2000.0);
    assertThat(charts.all().get(1).description()).endsWith("since the previous point: 2000.");
  }

  @Test
  void aLongRunHasAPageOfBoundedSize() {
    List<OnlineLine> lines =
        IntStream.rangeClosed(1, 10_001).mapToObj(i -> line(1000L * i, 0.1, 0, 0)).toList();
    OnlineCharts charts = OnlineCharts.of("cdsg", OnlineExperts.NONE, lines, true, false);
    assertThat(charts.lines()).hasSize(200).startsWith(lines.get(0)).endsWith(lines.get(10_000));
    assertThat(report(lines, false, true).html().length()).isLessThan(1_000_000);
  }

  @Test
  void everyDrawingHasWordsAndATable() throws Exception {
    for (Element figure : elements(parse(report(LINES, true, true).html()), "figure")) {
      assertThat(figure.getElementsByTagName("desc").item(0).getTextContent()).isNotBlank();
      assertThat(figure.getElementsByTagName("table").getLength()).isEqualTo(1);
    }
  }

  @Test
  void saysThatARunIsNotFinished() throws Exception {
    assertThat(text(report(LINES, false, true)))
        .contains("Not finished: the run as it was after 4,000 instances.");
    assertThat(text(report(List.of(), false, true)))
        .contains("Not finished: the run as it was after 0 instances.")
        .doesNotContain("Course");
  }

  @Test
  void showsNoSecrets() {
    ConfigLoader loader = new ConfigLoader();
    OnlineConfig config =
        loader.load(
            Path.of("../conf/kafka-doubly-stochastic-online.yaml"),
            List.of("input.kafka.properties={sasl.jaas.config: pq7}"),
            OnlineConfig.class);
    OnlineReport report =
        OnlineReport.of(
            new OnlineLoop(
                new ConfigText<>(config),
                2,
                16,
                "models",
                "runs/kafka",
                "8a1",
                0,
                false,
                ExplainedInputs.NONE),
            LINES,
            null);
    assertThat(report.html())
        .contains("sasl.jaas.config: (hidden)", "cdsg, square loss", "1970-01-01T00:00:00Z")
        .doesNotContain("pq7");
  }

  @Test
  void regressionHasRootMeanSquaredErrors() throws Exception {
    assertThat(text(report(LINES, true, false)))
        .contains("progressive RMSE", "0.1257", "root mean squared error")
        .doesNotContain("misclassified", "Misclassified");
  }

  @Test
  void showsWhatTheModelLooksAt() throws Exception {
    List<OnlineLine> lines = List.of(weighed(1000, List.of()), weighed(2000, List.of()));
    assertThat(text(report(lines, true, true)))
        .contains("How much the model looks at each input", "day", "75.0 %", "period", "25.0 %");
    assertThat(text(report(LINES, true, true))).doesNotContain("looks at");
  }

  @Test
  void theInputsThatAModelLooksAtMostComeFirst() {
    ExplainedInputs inputs = new ExplainedInputs(List.of("a", "b", "c"), List.of(1, 3, 1));
    Map<String, Double> largest = inputs.largest(List.of(0.25, 0.0, 0.75));
    assertThat(largest)
        .containsExactly(Map.entry("c", 0.75), Map.entry("a", 0.25), Map.entry("b", 0.0));
    assertThat(ExplainedInputs.words(largest)).isEqualTo("c 75 %, a 25 %, b 0 %");
    assertThat(inputs.largest(List.of())).isNull();
    assertThat(ExplainedInputs.NONE.largest(null)).isNull();
  }

  @Test
  void gradientsDoNotTellWhatTheyLookAt() {
    OnlineConfig config =
        new ConfigLoader()
            .load(
                Path.of("../conf/letter-doubly-stochastic-online.yaml"),
                List.of(),
                OnlineConfig.class);
    assertThatThrownBy(() -> ExplainedInputs.of(config, 16, null))
        .hasMessage(
            "--explain is given, learner.algorithm is cdsg, must be recursive-least-squares");
  }

  private static OnlineLine weighed(long instances, List<Double> weights) {
    OnlineLine line = line(instances, 0.2, 0, 0);
    return new OnlineLine(
        instances,
        instances,
        line.seconds(),
        line.error(),
        line.errorSinceLast(),
        line.errorInWindow(),
        Map.of(),
        0,
        0,
        instances,
        3,
        3 << 10,
        0,
        null,
        1000,
        5,
        0,
        0,
        null,
        weights,
        List.of(),
        Map.of("day", 0.75, "period", 0.25),
        false);
  }

  @Test
  void showsTheVoteOfTheExpertsAndWhereItMoves() throws Exception {
    OnlineExperts experts =
        new OnlineExperts(
            List.of("memory 1.0", "memory 0.99", "memory 0.99"), List.of("wide", "wide", "narrow"));
    List<OnlineLine> lines =
        List.of(
            weighed(1000, List.of(0.6, 0.3, 0.1)),
            weighed(2000, List.of(0.7, 0.1, 0.2)),
            weighed(4000, List.of(0.2, 0.5, 0.3)));
    OnlineCharts charts = OnlineCharts.of("recursive-least-squares", experts, lines, true, true);
    assertThat(charts.all().stream().map(LineChart::title))
        .containsExactly(
            "Error over all rows",
            "Error in the fading window",
            "Weights of the experts by memory",
            "Weights of the experts by features",
            "How much the model looks at each input",
            "Instances per second");
    assertThat(charts.all().get(2).data().rows())
        .containsExactly(
            List.of("1000", "0.6", "0.4"),
            List.of("2000", "0.7", "0.3"),
            List.of("4000", "0.2", "0.8"));
    assertThat(charts.all().get(3).data().header()).containsExactly("instances", "wide", "narrow");
    assertThat(charts.all().get(0).marks().at()).containsExactly(4000.0);
    assertThat(charts.all().get(2).description())
        .endsWith("the vote has moved since the previous point: 4000.");
    OnlineReport report =
        new OnlineReport(
            "name", "method", "rls", experts, lines, true, true, true, List.of(), Map.of(),
            "name: x");
    assertThat(text(report))
        .contains("experts", "memory with most weight", "0.99")
        .doesNotContain("blocks", "step size", "Step size");
  }
}
