package org.filbert.jobs.online;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.filbert.data.RefusedException;
import org.filbert.jobs.config.section.RecursiveConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.online.progressive.InputShares;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.jspecify.annotations.Nullable;

/**
 * The inputs whose shares a run tells; none if nobody asks for them.
 *
 * @param names of the inputs: columns, or numbers of features
 * @param widths number of features that each becomes
 */
record ExplainedInputs(List<String> names, List<Integer> widths) implements Serializable {
  static final ExplainedInputs NONE = new ExplainedInputs(List.of(), List.of());

  /** Inputs that a line of the table names in a file. */
  private static final int KEPT = 20;

  /** Inputs that a line of the table shows. */
  private static final int SHOWN = 3;

  /**
   * The inputs of a run.
   *
   * @param config with the columns that a header names
   * @param table makes numbers of cells; null if the rows are numbers
   * @throws RefusedException for a learner that does not tell what it looks at
   */
  static ExplainedInputs of(OnlineConfig config, int features, @Nullable TableEncoder table) {
    if (!(config.learner() instanceof RecursiveConfig)) {
      throw new RefusedException(
          "--explain is given, learner.algorithm is %s, must be recursive-least-squares"
              .formatted(OnlineSummary.word(config.learner().algorithm())));
    }
    Map<String, Integer> widths = new LinkedHashMap<>();
    if (table != null) {
      for (TableColumn column : table.columns()) {
        widths.put(column.name(), column.encoder().features());
      }
    } else {
      widths.putAll(config.input().format().featureColumns());
    }
    if (widths.values().stream().mapToInt(width -> width).sum() != features) {
      widths.clear();
      IntStream.rangeClosed(1, features).forEach(j -> widths.put("feature " + j, 1));
    }
    return new ExplainedInputs(List.copyOf(widths.keySet()), List.copyOf(widths.values()));
  }

  boolean any() {
    return !names.isEmpty();
  }

  /** What is computed for the inputs. */
  InputShares shares(long seed) {
    return new InputShares(widths, seed);
  }

  /** The largest shares by the inputs' names, the largest first; null without shares. */
  @Nullable Map<String, Double> largest(@Nullable List<Double> shares) {
    if (shares == null || shares.isEmpty()) {
      return null;
    }
    List<Integer> order = new ArrayList<>();
    IntStream.range(0, names.size()).forEach(order::add);
    order.sort(Comparator.comparingDouble(input -> -shares.get(input)));
    Map<String, Double> largest = new LinkedHashMap<>();
    order.stream().limit(KEPT).forEach(input -> largest.put(names.get(input), shares.get(input)));
    return largest;
  }

  /** The first of some shares in words. */
  static String words(Map<String, Double> largest) {
    return largest.entrySet().stream()
        .limit(SHOWN)
        .map(each -> String.format(Locale.ROOT, "%s %.0f %%", each.getKey(), 100 * each.getValue()))
        .collect(Collectors.joining(", "));
  }
}
