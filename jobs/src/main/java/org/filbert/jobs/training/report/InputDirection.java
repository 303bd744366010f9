package org.filbert.jobs.training.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.jobs.report.Table;
import org.filbert.model.Importances;
import org.filbert.model.InputColumns;
import org.filbert.model.LearnedMetric;
import org.filbert.model.RowEncoder;
import org.jspecify.annotations.Nullable;

/**
 * A direction that a model with a full learned metric M looks along: an eigenvector of M, of length
 * 1, by the inputs as they are scaled.
 *
 * @param share of its eigenvalue in the trace of M
 * @param parts its largest ones, the largest first
 */
public record InputDirection(double share, List<Part> parts) {
  private static final int SHOWN = 5;

  /**
   * The part that an input has in a direction.
   *
   * @param weight of a category, which is several features, the length of its part
   */
  public record Part(String input, double weight) {}

  /** The directions, the most important first; null without a full learned metric. */
  public static @Nullable List<InputDirection> of(RowEncoder preprocessing) {
    if (!(preprocessing instanceof LearnedMetric metric)) {
      return null;
    }
    Importances found = metric.importances();
    return found == null || found.directions().isEmpty()
        ? null
        : found.directions().stream().map(each -> of(each, metric.inputs())).toList();
  }

  private static InputDirection of(Importances.Direction direction, List<InputColumns> inputs) {
    return new InputDirection(
        direction.share(),
        inputs.stream()
            .map(input -> new Part(input.name(), weight(input, direction.vector())))
            .sorted(Comparator.<Part>comparingDouble(part -> Math.abs(part.weight)).reversed())
            .limit(SHOWN)
            .toList());
  }

  private static double weight(InputColumns input, double[] vector) {
    return input.count() == 1
        ? vector[input.from()]
        : Math.sqrt(
            IntStream.range(input.from(), input.to())
                .mapToDouble(j -> vector[j] * vector[j])
                .sum());
  }

  /** The parts as a sum. */
  String sum() {
    StringBuilder sum = new StringBuilder();
    for (Part part : parts) {
      boolean minus = part.weight < 0;
      sum.append(sum.isEmpty() ? (minus ? "- " : "") : (minus ? " - " : " + "))
          .append(String.format(Locale.ROOT, "%.2f %s", Math.abs(part.weight), part.input));
    }
    return sum.toString();
  }

  /** The share in per cent. */
  String percent() {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** The direction in a line of text. */
  public String line() {
    return "its first direction has %s: %s".formatted(percent(), sum());
  }

  /** A table of them. */
  static Table table(List<InputDirection> directions) {
    return new Table(
        "Directions of the learned metric",
        List.of("direction", "share", "largest parts"),
        IntStream.range(0, directions.size())
            .mapToObj(
                i ->
                    List.of(
                        Integer.toString(i + 1),
                        directions.get(i).percent(),
                        directions.get(i).sum()))
            .toList());
  }

  /** The rows of {@link #table} with its header, as text. */
  public static List<List<String>> lines(List<InputDirection> directions) {
    Table table = table(directions);
    return Stream.concat(Stream.of(table.header()), table.rows().stream()).toList();
  }
}
