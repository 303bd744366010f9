package org.filbert.jobs.training.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.filbert.cache.CacheBudget;
import org.filbert.calibration.Margins;
import org.filbert.calibration.Sigmoid;
import org.filbert.cost.Costs;
import org.filbert.cost.Traffic;
import org.filbert.cost.Work;
import org.filbert.data.Role;
import org.filbert.data.TargetTransform;
import org.filbert.jobs.run.Incidents;
import org.filbert.metrics.ClassErrors;
import org.filbert.metrics.NumberErrors;
import org.filbert.metrics.Threshold;
import org.filbert.model.CurvePoint;
import org.filbert.plan.Plan;
import org.filbert.train.Ledger;
import org.filbert.train.method.HeldOutQuality;
import org.filbert.train.method.Progress;
import org.filbert.train.method.Trial;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class TrainingReportTest {
  private static final String HOSTILE = "<script>alert('x')</script> & \"quoted\" \u0000";

  private static final Work NONE = new Work(0, 0);
  private static final Costs COSTS =
      new Costs(
          new Work(1.5, 3e9),
          NONE,
          NONE,
          NONE,
          new Work(0.5, 1e9),
          NONE,
          NONE,
          NONE,
          new Traffic(0.25, 100, 100),
          NONE);

  private static List<CurvePoint> curve(@Nullable Double validationError) {
    return List.of(
        new CurvePoint(1, 2.5, 0.2, 0.08, 0.05, validationError, 0.061),
        new CurvePoint(2, 5, 0.1, 0.06, 0.04, validationError, 0.052));
  }

  private static TrainingReport report(boolean finished, boolean classes) {
    List<CurvePoint> curve = curve(null);
    return report(finished, classes, curve, List.of(new Trial(null, 0.01, 0, curve)));
  }

  private static TrainingReport report(
      boolean finished, boolean classes, List<CurvePoint> curve, List<Trial> trials) {
    return new TrainingReport(
        new PlanReport(
            "letter " + HOSTILE,
            "Gaussian[sigma=0.2]",
            15_000,
            0,
            5_000,
            0,
            1,
            16,
            26,
            List.of(0.01),
            List.of(),
            3,
            2,
            new Plan(
                5,
                600,
                List.of(new Plan.Item("factors", 3 << 20)),
                List.of(new Plan.Item("sums", 1 << 20)),
                new Plan.Cache(CacheBudget.ofMemory(4 << 20), 5, 1 << 20, 1 << 18),
                new Plan.Work(3e11, 1e10, 1e8, Plan.Steps.NONE, Plan.Passes.over(1e8)),
                "fewer rows"),
            92,
            3.4,
            new TreeMap<>(),
            List.of(),
            Map.of(),
            List.of()),
        "Gaussian[sigma=0.2]",
        finished ? heldOut(classes) : null,
        finished
            ? List.of(
                new MetricEntry(0, "none", "Gaussian " + HOSTILE, 0.1, 0.5, null, false),
                new MetricEntry(1, "full", "Laplacian", null, null, null, true))
            : null,
        finished
            ? List.of(
                new InputShare(HOSTILE, 0.75, 0.6, 0.05), new InputShare("dull", 0.25, 0.02, 0.05))
            : null,
        finished
            ? List.of(
                new InputDirection(
                    0.8,
                    List.of(
                        new InputDirection.Part(HOSTILE, 0.8),
                        new InputDirection.Part("dull", -0.6))))
            : null,
        finished ? EffectChartsTest.effects(HOSTILE) : null,
        new Progress(3, 4, 0, 5, 5, 0, curve),
        trials,
        new Ledger(
            List.of(COSTS, COSTS),
            COSTS,
            List.of(new Ledger.Step(1, 1, COSTS), new Ledger.Step(2, 1, COSTS)),
            List.of("the disk is full & slow")),
        finished,
        classes,
        null,
        List.of(new Incidents.Incident("2026-01-01T00:00:00Z", "the run failed: " + HOSTILE)),
        Map.of("seed", "7"),
        "name: " + HOSTILE);
  }

  private static HeldOutQuality heldOut(boolean ofClasses) {
    ClassErrors classes = new ClassErrors(List.of("<=50K", ">50K"), 1, Sigmoid.LOGISTIC);
    NumberErrors numbers =
        new NumberErrors(1, new Margins(new double[] {1.5}, TargetTransform.NONE));
    double[] scores = {-20, -1, 1, 2};
    double[] truth = {-21, -3, 1, 2};
    for (int i = 0; i < scores.length; i++) {
      classes.add(scores, i, i / 2, 1);
      numbers.add(scores, truth, i, 1);
    }
    return new HeldOutQuality(
        Role.TEST,
        4,
        null,
        ofClasses ? null : 0.9,
        ofClasses ? classes.result(List.of(Threshold.Aim.BEST_F1)) : null,
        ofClasses ? null : numbers.result());
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

  @Test
  void isWellFormedAndEscapesWhatItIsGiven() throws Exception {
    Document page = parse(report(true, true).html());
    assertThat(elements(page, "script")).isEmpty();
    assertThat(elements(page, "h1").get(0).getTextContent())
        .isEqualTo("letter " + HOSTILE.replace('\u0000', '\uFFFD'));
    assertThat(elements(page, "pre").get(0).getTextContent()).contains("<script>");
  }

  @Test
  void refersToNothingOutside() throws Exception {
    Document page = parse(report(true, true).html());
    for (Element element : elements(page, "*")) {
      assertThat(element.getTagName()).isNotIn("link", "img", "iframe", "object", "use", "script");
      for (String attribute : List.of("href", "src", "xlink:href", "style", "onclick")) {
        assertThat(element.hasAttribute(attribute)).isFalse();
      }
    }
    assertThat(elements(page, "style").get(0).getTextContent())
        .doesNotContain("url(", "@import", "http");
  }

  @Test
  void showsTheRun() throws Exception {
    Document page = parse(report(true, true).html());
    String text = page.getDocumentElement().getTextContent();
    assertThat(text)
        .contains(
            "4.00 %",
            "15,000",
            "5 of up to 600",
            "3.0 MiB",
            "7.0 MiB",
            "driver: sums",
            "seed",
            "Gaussian[sigma=0.2]",
            "Quality on 4 test rows",
            "100.00 %",
            "1.00000",
            "Thresholds: the probability P from which on >50K is predicted",
            "best F10.71.00001.00001.00002")
        .contains("3 bad records were left out", "the disk is full & slow")
        .contains("Not above the level of noise: dull.", "80.0 %", "- 0.60 dull")
        .contains("kernel or features", "communication")
        .contains("4 in memory, 0 on disk, 1 computed in every epoch")
        .doesNotContain("Not finished", "validation error", "Gram matrix");
    assertThat(elements(page, "figcaption").stream().map(Element::getTextContent))
        .containsExactly(
            "Confusion matrix",
            "Reliability of the probabilities",
            "Receiver operating characteristic",
            "Precision and recall",
            "Error against time",
            "Error against epochs",
            "Relative residual",
            "Objective",
            "How much the model looks at each input",
            "Inputs beside permuted copies of them",
            "Effect of <script>alert('x')</script> & \"quoted\" \ufffd",
            "Effect of sold",
            "Effect of colour",
            "Seconds of the epochs by phase",
            "Seconds of the blocks, first epoch",
            "Seconds of the blocks, latest epoch");
  }

  @Test
  void everyDrawingHasWordsAndATable() throws Exception {
    Document page = parse(report(true, true).html());
    for (Element figure : elements(page, "figure")) {
      assertThat(figure.getElementsByTagName("desc").item(0).getTextContent()).isNotBlank();
      assertThat(figure.getElementsByTagName("table").getLength()).isEqualTo(1);
    }
  }

  @Test
  void saysThatARunIsNotFinished() throws Exception {
    assertThat(report(false, true).html())
        .contains("Not finished: the run as it was after epoch 2 of at most 4.", "5.20 %");
  }

  @Test
  void regressionHasRootMeanSquaredErrors() throws Exception {
    assertThat(parse(report(true, false).html()).getDocumentElement().getTextContent())
        .contains("RMSE", "1.1", "within the 90 % interval", "75.00 %", "root mean squared error")
        .contains("Residuals against predictions", "training RMSE")
        .doesNotContain("misclassified");
  }

  @Test
  void whatIsLongIsFoldedAway() throws Exception {
    List<String> folded =
        elements(parse(report(true, true).html()), "details").stream()
            .filter(details -> details.getAttribute("class").equals("fold"))
            .map(details -> details.getFirstChild().getTextContent())
            .toList();
    assertThat(folded).containsExactly("Time by phase", "Plan and provenance", "Configuration");
  }

  @Test
  void showsTheEpochsAndSecondsOfTheWidthThatWasChosen() {
    List<CurvePoint> late = List.of(new CurvePoint(1, 40.5, 0.2, 0.08, 0.05, 0.04, null));
    List<Trial> widths =
        List.of(new Trial(0.2, 1.5954000000000002, 0, curve(0.06)), new Trial(0.3, 0.01, 0, late));
    assertThat(report(true, true, late, widths).html())
        .contains("<dt>epochs of the chosen width</dt><dd>1</dd>", "seconds of the chosen width")
        .contains("validation: 0.04 at seconds of the chosen width 35.5");
    assertThat(
            report(true, true, curve(0.06), List.of(widths.get(0), new Trial(0.3, 1, 0, List.of())))
                .html())
        .contains("<dd>1.595</dd>");
  }

  @Test
  void showsEveryRidgeAndWidthOfAPath() {
    List<Trial> ridges =
        List.of(new Trial(null, 0.01, 0, curve(0.06)), new Trial(null, 0.1, 0, curve(0.05)));
    assertThat(report(true, true, curve(0.05), ridges).html())
        .contains("Error against the ridge", "<dt>ridge of 2 candidates</dt><dd>0.1</dd>")
        .doesNotContain("width of the kernel");
    List<Trial> widths =
        List.of(
            new Trial(0.2, 0.01, 0, curve(0.06)),
            new Trial(0.3, 0.01, 0, curve(0.07)),
            new Trial(0.4, 0.01, 0, List.of()));
    assertThat(report(false, true, curve(0.06), widths).html())
        .contains("Validation error by width and ridge", "σ = 0.2", "σ = 0.3")
        .contains("<dt>width of the kernel</dt><dd>0.2</dd>")
        .doesNotContain("σ = 0.4");
  }
}
