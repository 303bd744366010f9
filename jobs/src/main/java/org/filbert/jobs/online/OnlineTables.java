package org.filbert.jobs.online;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.filbert.jobs.report.Table;
import org.jspecify.annotations.Nullable;

/**
 * Tables of the current state of a run.
 *
 * @param algorithm name of the learner
 * @param line the last line
 * @param classes whether errors are misclassified shares instead of root mean squares
 */
record OnlineTables(String algorithm, OnlineLine line, boolean classes) {

  /** The key figures. */
  Map<String, String> glance() {
    Map<String, String> numbers = new LinkedHashMap<>();
    numbers.put("progressive " + (classes ? "error" : "RMSE"), error(line.error()));
    numbers.put("in the window", error(line.errorInWindow()));
    numbers.put("instances", count(line.instances()));
    numbers.put("seconds", format("%.1f", line.seconds()));
    if (line.seconds() > 0) {
      numbers.put("instances/s", format("%,.0f", line.instances() / line.seconds()));
    }
    numbers.put("blocks", count(line.blocks()));
    if (line.drifts() > 0) {
      numbers.put("changes found", count(line.drifts()));
    }
    return numbers;
  }

  /** The errors of the learner and the baselines. */
  Table errors() {
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

  Table model() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("labelled rows", count(line.labelled()));
    values.put("batches learned from", count(line.steps()));
    values.put("blocks", count(line.blocks()));
    if (line.reuse() != null) {
      values.put("steps that updated an old block", format("%.1f %%", 100 * line.reuse()));
    }
    values.put("last step size", format("%.4g", line.stepSize()));
    if (line.setbacks() > 0) {
      values.put("times that the steps diverged and were halved", count(line.setbacks()));
    }
    values.put("coefficients", format("%,.1f KiB", line.modelBytes() / 0x1p10));
    values.put("records rejected", count(line.deadLetters()));
    return Table.properties("Model", values);
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
