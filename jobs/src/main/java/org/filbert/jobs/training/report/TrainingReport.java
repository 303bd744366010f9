package org.filbert.jobs.training.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.filbert.data.Outputs;
import org.filbert.data.Role;
import org.filbert.effects.Effects;
import org.filbert.jobs.report.Node.Element;
import org.filbert.jobs.report.Numbers;
import org.filbert.jobs.report.Page;
import org.filbert.jobs.report.Table;
import org.filbert.jobs.run.Incidents;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.scoring.QualitySection;
import org.filbert.model.CurvePoint;
import org.filbert.train.Ledger;
import org.filbert.train.TrainingState;
import org.filbert.train.method.HeldOutQuality;
import org.filbert.train.method.Progress;
import org.filbert.train.method.Trial;
import org.jspecify.annotations.Nullable;

/**
 * A page about a training run: its result, its course, its configuration.
 *
 * @param kernel with the width that was chosen, if it has been
 * @param heldOut quality of the model on held-out rows, or else on training rows left out of it;
 *     null before it is finished, and where there are no such rows
 * @param metrics that were judged; null before the run is finished, and if none was learned
 * @param inputs of a learned metric; null before the run is finished, and without one
 * @param directions of a full one; likewise
 * @param effects of the foremost inputs; null before the run is finished, and where there are none
 * @param progress with the epochs so far, one or more, of the best trial
 * @param trials the ridges and widths that it tries
 * @param ledger costs of the epochs
 * @param finished whether the run has ended; it has not if it was interrupted or failed
 * @param classes whether errors are shares of misclassified rows, not root mean squares
 * @param choice what the settings were chosen from, if they were
 * @param incidents failures of the run, and how it went on
 * @param provenance of the model, in the order to be shown
 */
public record TrainingReport(
    PlanReport plan,
    String kernel,
    @Nullable HeldOutQuality heldOut,
    @Nullable List<MetricEntry> metrics,
    @Nullable List<InputShare> inputs,
    @Nullable List<InputDirection> directions,
    @Nullable Effects effects,
    Progress progress,
    List<Trial> trials,
    Ledger ledger,
    boolean finished,
    boolean classes,
    @Nullable Choice choice,
    List<Incidents.Incident> incidents,
    Map<String, String> provenance,
    String configuration) {

  /**
   * The page of a run.
   *
   * @param summary null before it is finished
   * @param effects of inputs, where there are some
   */
  public static TrainingReport of(
      TrainingRun run, TrainingState state, @Nullable Summary summary, @Nullable Effects effects) {
    Map<String, String> provenance = new LinkedHashMap<>();
    if (summary != null) {
      provenance.put("model", summary.modelName() + "@" + summary.modelVersion());
    }
    provenance.put(
        "begun", Instant.ofEpochMilli(run.created()).truncatedTo(ChronoUnit.SECONDS).toString());
    provenance.put("run", run.runId());
    provenance.put("seed", Long.toString(run.spec().seed()));
    provenance.put("data fingerprint", state.prepared().dataFingerprint());
    if (summary != null) {
      summary.versions().forEach((name, version) -> provenance.put("with " + name, version));
    }
    return new TrainingReport(
        PlanReport.of(run, state),
        summary == null ? run.spec().kernel(state.prepared()).toString() : summary.kernel(),
        summary == null ? null : summary.quality(),
        summary == null ? null : summary.metrics(),
        summary == null ? null : summary.inputs(),
        summary == null ? null : summary.directions(),
        effects,
        state.progress(),
        state.method().trials(),
        summary == null ? state.ledger() : state.ledger().withWarnings(summary.warnings()),
        summary != null,
        state.prepared().outputs() instanceof Outputs.Classes,
        run.choice(),
        Incidents.of(new RunDirectory(run.runDirectory())),
        provenance,
        run.configuration());
  }

  public String html() {
    List<Element> sections = new ArrayList<>();
    List<String> warnings = warnings();
    if (!warnings.isEmpty()) {
      sections.add(Page.warnings(warnings));
    }
    if (heldOut != null) {
      sections.add(quality(heldOut).element());
    }
    sections.add(Page.section("Run", List.of(Page.numbers(keyNumbers()))));
    String error = classes ? "share of misclassified rows" : "root mean squared error";
    TrainingCharts charts = new TrainingCharts(progress.curve(), trials, error, ledger);
    sections.add(Page.section("Course", List.of(Page.charts(charts.course()))));
    if (!plan.selection().isEmpty()) {
      sections.add(SelectionEntry.section(plan.selection()));
    }
    if (metrics != null) {
      sections.add(MetricEntry.section(metrics));
    }
    if (inputs != null) {
      sections.add(InputShare.section(inputs, directions));
    }
    if (effects != null) {
      sections.add(EffectCharts.section(effects));
    }
    if (choice != null) {
      sections.add(new ChoiceReport(choice).section());
    }
    if (!incidents.isEmpty()) {
      sections.add(Incidents.section(incidents));
    }
    sections.add(Page.folded("Time by phase", List.of(Page.charts(charts.phases()))));
    sections.add(
        Page.folded(
            "Plan and provenance",
            List.of(
                Page.tables(
                    List.of(
                        plan.work(), plan.memory(), Table.properties("Provenance", provenance))))));
    sections.add(Page.folded("Configuration", List.of(Page.verbatim(configuration))));
    return new Page(plan.name(), kernel, sections).html();
  }

  private static QualitySection quality(HeldOutQuality heldOut) {
    List<String> notes = new ArrayList<>();
    switch (heldOut.role()) {
      case TEST -> {}
      case VALIDATION ->
          notes.add(
              "Validation rows may have chosen ridge, width, epoch, probabilities or intervals:"
                  + " figures of test rows (data.test) are a little worse and more honest.");
      case TRAIN ->
          notes.add(
              "Each row is predicted by this very solution without it and without rows that equal"
                  + " it. The same rows have helped to choose its settings, probabilities or"
                  + " intervals: figures of test rows (data.test) are a little worse and more"
                  + " honest.");
    }
    if (heldOut.weight() != null) {
      notes.add(QualitySection.WEIGHTED);
    }
    return new QualitySection(
        String.format(
            Locale.ROOT,
            "Quality on %,d %s",
            heldOut.rows(),
            switch (heldOut.role()) {
              case TEST -> "test rows";
              case VALIDATION -> "validation rows";
              case TRAIN -> "training rows, left out one at a time";
            }),
        heldOut.classification(),
        heldOut.regression(),
        heldOut.level(),
        notes);
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (!finished) {
      warnings.add(
          "Not finished: the run as it was after epoch %s of at most %s. It has no model yet."
              .formatted(ledger.epochs().size(), progress.epochs()));
    }
    if (plan.quarantined() > 0) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%,d bad records were left out; %s lists them.",
              plan.quarantined(),
              RunDirectory.QUARANTINE));
    }
    warnings.addAll(ledger.warnings());
    return warnings;
  }

  private Map<String, String> keyNumbers() {
    CurvePoint reached = progress.ofModel();
    Map<String, String> numbers = new LinkedHashMap<>();
    Role shown = heldOut == null ? Role.TRAIN : heldOut.role();
    putError(numbers, "test", shown == Role.TEST ? null : reached.testError());
    putError(numbers, "validation", shown == Role.VALIDATION ? null : reached.validationError());
    putError(numbers, "training", reached.trainError());
    numbers.put("seconds", String.format(Locale.ROOT, "%.1f", progress.trainSeconds()));
    boolean widths = trials.stream().map(Trial::sigma).distinct().count() > 1;
    numbers.put(
        widths ? "epochs of the chosen width" : "epochs",
        Integer.toString(progress.curve().size()));
    if (trials.size() > 1) {
      Trial chosen = trials.get(Trial.best(trials));
      numbers.put("ridge of " + trials.size() + " candidates", Numbers.brief(chosen.ridge()));
      if (chosen.sigma() != null) {
        numbers.put("width of the kernel", Numbers.brief(chosen.sigma()));
      }
    }
    numbers.put("training rows", String.format(Locale.ROOT, "%,d", plan.rows()));
    numbers.put("workers", Integer.toString(plan.workers()));
    return numbers;
  }

  private void putError(Map<String, String> numbers, String rows, @Nullable Double error) {
    if (error != null) {
      numbers.put(
          rows + (classes ? " error" : " RMSE"),
          classes ? String.format(Locale.ROOT, "%.2f %%", 100 * error) : Numbers.brief(error));
    }
  }
}
