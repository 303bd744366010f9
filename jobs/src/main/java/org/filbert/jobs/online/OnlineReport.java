package org.filbert.jobs.online;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.filbert.connectors.TaskKind;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.stream.ProgressiveConfig.Growth;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Page;
import org.filbert.jobs.report.Table;
import org.filbert.jobs.run.Incidents;
import org.filbert.jobs.run.RunDirectory;
import org.jspecify.annotations.Nullable;

/**
 * The report of an online run as an HTML page.
 *
 * @param method description of the learner in a line
 * @param algorithm name of the learner, beside those of the baselines
 * @param experts of the learner
 * @param lines of the progressive table so far
 * @param finished whether the stream has ended; a stopped or failed run stays unfinished
 * @param classes whether errors are misclassified shares instead of root mean squares
 * @param doubling whether lines come at doubling intervals
 * @param incidents failures of the run, and how it went on
 * @param provenance of the run, in display order
 * @param configuration without secrets
 */
record OnlineReport(
    String name,
    String method,
    String algorithm,
    OnlineExperts experts,
    List<OnlineLine> lines,
    boolean finished,
    boolean classes,
    boolean doubling,
    List<Incidents.Incident> incidents,
    Map<String, String> provenance,
    String configuration) {

  /**
   * The page of a run.
   *
   * @param summary present if the stream has ended
   */
  static OnlineReport of(OnlineLoop loop, List<OnlineLine> lines, @Nullable OnlineSummary summary) {
    OnlineConfig config = loop.config();
    String algorithm = OnlineSummary.word(config.learner().algorithm());
    List<OnlineLine> shown = new ArrayList<>(lines);
    if (summary != null) {
      int last = shown.size() - 1;
      shown.set(last, shown.get(last).withDeadLetters(summary.finished().deadLetters()));
    }
    return new OnlineReport(
        config.name(),
        "%s, %s loss, %s"
            .formatted(
                algorithm,
                OnlineSummary.word(config.learner().loss()),
                OnlineSummary.kernel(config)),
        algorithm,
        OnlineExperts.of(config, loop.features()),
        shown,
        summary != null,
        config.task() == TaskKind.CLASSIFICATION,
        config.progressive().growth() == Growth.DOUBLING,
        Incidents.of(new RunDirectory(loop.directory())),
        provenance(loop, summary),
        loop.configuration());
  }

  private static Map<String, String> provenance(OnlineLoop loop, @Nullable OnlineSummary summary) {
    Map<String, String> provenance = new LinkedHashMap<>();
    if (summary != null && summary.modelVersion() != null) {
      provenance.put("model", summary.modelName() + "@" + summary.modelVersion());
    }
    provenance.put(
        "begun", Instant.ofEpochMilli(loop.created()).truncatedTo(ChronoUnit.SECONDS).toString());
    provenance.put("run", loop.runId());
    provenance.put("seed", Long.toString(loop.config().seed()));
    provenance.put("features", Integer.toString(loop.features()));
    provenance.put("workers", Integer.toString(loop.workers()));
    if (summary != null) {
      summary.versions().forEach((part, version) -> provenance.put("with " + part, version));
    }
    return provenance;
  }

  String html() {
    List<Element> sections = new ArrayList<>();
    List<String> warnings = warnings();
    if (!warnings.isEmpty()) {
      sections.add(Page.warnings(warnings));
    }
    List<Table> tables = new ArrayList<>();
    if (!lines.isEmpty()) {
      sections.add(Page.numbers(glance()));
      OnlineCharts charts = OnlineCharts.of(algorithm, experts, lines, classes, doubling);
      sections.add(Page.section("Course", List.of(Page.charts(charts.all()))));
      tables.add(errors());
      tables.add(model());
      if (!latest().shares().isEmpty()) {
        tables.add(inputs());
      }
    }
    if (!incidents.isEmpty()) {
      sections.add(Incidents.section(incidents));
    }
    tables.add(Table.properties("Provenance", provenance));
    sections.add(Page.section("Errors, model and provenance", List.of(Page.tables(tables))));
    sections.add(Page.section("Configuration", List.of(Page.verbatim(configuration))));
    return new Page(name, method, sections).html();
  }

  private OnlineLine latest() {
    return lines.get(lines.size() - 1);
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (!finished) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "Not finished: the run as it was after %,d instances.",
              lines.isEmpty() ? 0 : latest().instances()));
    }
    if (!lines.isEmpty() && latest().deadLetters() > 0) {
      warnings.add(
          String.format(Locale.ROOT, "%,d records were rejected.", latest().deadLetters()));
    }
    if (!lines.isEmpty()) {
      warnings.addAll(latest().notices());
    }
    return warnings;
  }

  /** The key figures. */
  private Map<String, String> glance() {
    OnlineLine line = latest();
    Map<String, String> numbers = new LinkedHashMap<>();
    numbers.put("progressive " + (classes ? "error" : "RMSE"), error(line.error()));
    numbers.put("in the window", error(line.errorInWindow()));
    numbers.put("instances", count(line.instances()));
    numbers.put("seconds", format("%.1f", line.seconds()));
    if (line.seconds() > 0) {
      numbers.put("instances/s", format("%,.0f", line.instances() / line.seconds()));
    }
    numbers.put(experts.any() ? "experts" : "blocks", count(line.blocks()));
    if (line.drifts() > 0) {
      numbers.put("changes found", count(line.drifts()));
    }
    return numbers;
  }

  /** The errors of the learner and the baselines. */
  private Table errors() {
    OnlineLine line = latest();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of(algorithm, error(line.error()), error(line.errorInWindow())));
    line.baselines()
        .forEach(
            (name, errors) ->
                rows.add(List.of(name, error(errors.error()), error(errors.errorInWindow()))));
    return new Table(
        classes ? "Misclassified rows" : "Root mean squared error",
        List.of("learner", "all rows", "in the window"),
        rows);
  }

  private Table model() {
    OnlineLine line = latest();
    Map<String, String> values = new LinkedHashMap<>();
    values.put("labelled rows", count(line.labelled()));
    values.put(experts.any() ? "rows learned from" : "batches learned from", count(line.steps()));
    values.put(experts.any() ? "experts" : "blocks", count(line.blocks()));
    if (experts.any()) {
      values.put("memory with most weight", experts.leadingMemory(line));
    } else {
      values.put("last step size", format("%.4g", line.stepSize()));
    }
    if (line.reuse() != null) {
      values.put("steps that updated an old block", format("%.1f %%", 100 * line.reuse()));
    }
    if (line.setbacks() > 0) {
      values.put("times that the steps diverged and were halved", count(line.setbacks()));
    }
    values.put("coefficients", format("%,.1f KiB", line.modelBytes() / 0x1p10));
    values.put("records rejected", count(line.deadLetters()));
    values.put("rows far from the others", count(line.farRows()));
    return Table.properties("Model", values);
  }

  private Table inputs() {
    Map<String, String> shares = new LinkedHashMap<>();
    latest().shares().forEach((input, share) -> shares.put(input, format("%.1f %%", 100 * share)));
    return Table.properties("Inputs that the model looks at", shares);
  }

  private String error(@Nullable Double value) {
    if (value == null) {
      return "–";
    }
    return classes ? format("%.2f %%", 100 * value) : format("%.4g", value);
  }

  private static String count(long value) {
    return format("%,d", value);
  }

  private static String format(String pattern, Object value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
