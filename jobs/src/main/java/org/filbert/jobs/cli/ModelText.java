package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.filbert.jobs.training.report.InputDirection;
import org.filbert.jobs.training.report.InputShare;
import org.filbert.model.CurvePoint;
import org.filbert.model.Provenance;
import org.filbert.store.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Describes a model: all but its parameters.
 *
 * @param rows that it takes, and what it predicts of them; shown as JSON alone
 * @param inputs of a learned metric, the most important first; null without one
 * @param directions of a full one; null without one
 */
record ModelText(
    Manifest manifest,
    Provenance provenance,
    ModelRows rows,
    @Nullable List<InputShare> inputs,
    @Nullable List<InputDirection> directions) {
  private static final int SHOWN = 30;

  void print(PrintWriter out) {
    Manifest.Summary summary = manifest.summary();
    List<List<String>> facts = new ArrayList<>();
    facts.add(List.of("model", manifest.name() + "@" + manifest.version()));
    facts.add(List.of("created", manifest.created() + " by run " + manifest.runId()));
    facts.add(
        List.of("type", manifest.modelType() + ", format version " + manifest.formatVersion()));
    facts.add(List.of("kernel", summary.kernel()));
    facts.add(
        List.of(
            "shape",
            "n = %s rows, d = %s features, k = %s score columns"
                .formatted(summary.n(), summary.d(), summary.k())));
    facts.add(List.of("seed", Long.toString(provenance.seed())));
    facts.add(List.of("data", "fingerprint " + provenance.dataFingerprint()));
    provenance.versions().forEach((name, version) -> facts.add(List.of(name, version)));
    new TextTable(facts).print(out);

    out.println();
    List<List<String>> parts = new ArrayList<>();
    parts.add(List.of("part", "bytes", "SHA-256"));
    for (Manifest.Part part : manifest.parts()) {
      parts.add(List.of(part.file(), Long.toString(part.size()), part.sha256()));
    }
    new TextTable(parts).print(out);

    out.println();
    List<List<String>> curve = new ArrayList<>();
    curve.add(List.of("epoch", "seconds", "residual", "objective", "train", "validation", "test"));
    provenance.curve().forEach(point -> curve.add(row(point)));
    new TextTable(curve).print(out);

    if (inputs != null) {
      out.println();
      new TextTable(inputs(inputs)).print(out);
      if (inputs.size() > SHOWN) {
        out.println("and %s more inputs, which --json has".formatted(inputs.size() - SHOWN));
      }
    }
    if (directions != null) {
      out.println();
      new TextTable(InputDirection.lines(directions)).print(out);
    }

    out.println();
    out.println("configuration:");
    provenance.configuration().lines().forEach(line -> out.println("  " + line));
    out.flush();
  }

  private static List<List<String>> inputs(List<InputShare> shares) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("input", "share", "with copies", "noise", ""));
    shares.stream()
        .limit(SHOWN)
        .forEach(
            each ->
                table.add(
                    List.of(
                        each.name(),
                        number(each.share()),
                        number(each.withCopies()),
                        number(each.noise()),
                        each.aboveNoise() ? "" : "not above the level of noise")));
    return table;
  }

  private static List<String> row(CurvePoint point) {
    return List.of(
        Integer.toString(point.epoch()),
        String.format(Locale.ROOT, "%.2f", point.trainSeconds()),
        number(point.relativeResidual()),
        number(point.objective()),
        number(point.trainError()),
        number(point.validationError()),
        number(point.testError()));
  }

  private static String number(@Nullable Double value) {
    return value == null ? "-" : String.format(Locale.ROOT, "%.5g", value);
  }
}
