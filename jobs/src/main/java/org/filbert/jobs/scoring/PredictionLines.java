package org.filbert.jobs.scoring;

import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.filbert.calibration.Margins;
import org.jspecify.annotations.Nullable;

/** Formats predictions, one line per row. */
sealed interface PredictionLines extends Serializable {
  /** The lines before the first row, with their line ends. */
  String header();

  /**
   * Appends the line of a row.
   *
   * @param kept cells of the input that are written too; null for one that is absent
   * @param scores of rows, each followed by what explains it, if that is wanted
   * @param from index of its first score
   */
  void append(StringBuilder text, long row, List<@Nullable String> kept, double[] scores, int from);

  /** The format that the name of the output file selects. */
  static PredictionLines of(String output, OutputColumns columns, PredictionDetail.OfModel detail) {
    if (output.endsWith(".csv")) {
      return new Csv(columns, detail);
    }
    if (output.endsWith(".jsonl") || output.endsWith(".json")) {
      return new JsonLines(columns, detail);
    }
    throw new IllegalArgumentException(
        "--output: found " + output + ", allowed names that end in .csv, .jsonl or .json");
  }

  /**
   * {@code row}, kept columns, {@code prediction}, then columns for intervals, scores and
   * probabilities.
   */
  record Csv(OutputColumns columns, PredictionDetail.OfModel detail) implements PredictionLines {
    private static final Pattern QUOTED = Pattern.compile("[\",\r\n]|^\\s|\\s$|^$");

    @Override
    public String header() {
      StringBuilder header = new StringBuilder("row");
      detail.kept().forEach(name -> header.append(',').append(cell(name)));
      if (columns.ofClasses() || columns.scores() == 1) {
        header.append(",prediction");
      } else {
        for (int j = 1; j <= columns.scores(); j++) {
          header.append(",prediction_").append(j);
        }
      }
      int targets = detail.margins().count();
      for (int j = 1; j <= targets; j++) {
        String number = targets == 1 ? "" : "_" + j;
        header.append(",lower").append(number).append(",upper").append(number);
      }
      if (detail.scores()) {
        columns.scoredClasses().forEach(name -> header.append(',').append(cell("score_" + name)));
      }
      if (detail.probabilities() != null) {
        columns.classes().forEach(name -> header.append(',').append(cell("probability_" + name)));
      }
      if (!detail.explained().isEmpty()) {
        header.append(",baseline");
        detail.explained().forEach(name -> header.append(',').append(cell("effect_" + name)));
        header.append(detail.sampled() ? ",effect_error" : "");
      }
      return header.append('\n').toString();
    }

    @Override
    public void append(
        StringBuilder text, long row, List<@Nullable String> kept, double[] scores, int from) {
      text.append(row);
      kept.forEach(cell -> text.append(',').append(cell == null ? "" : cell(cell)));
      if (columns.ofClasses()) {
        text.append(',').append(cell(detail.winner(columns, scores, from)));
      }
      if (!columns.ofClasses()) {
        append(text, scores, from, columns.scores());
      }
      Margins margins = detail.margins();
      for (int j = 0; j < margins.count(); j++) {
        text.append(',').append(margins.lower(scores[from + j], j));
        text.append(',').append(margins.upper(scores[from + j], j));
      }
      if (detail.scores()) {
        append(text, scores, from, columns.scores());
      }
      if (detail.probabilities() != null) {
        double[] p = detail.probabilities().of(scores, from, columns.scores());
        append(text, p, 0, p.length);
      }
      if (!detail.explained().isEmpty()) {
        append(
            text,
            scores,
            from + columns.scores(),
            detail.width(columns.scores()) - columns.scores());
      }
      text.append('\n');
    }

    private static void append(StringBuilder text, double[] values, int from, int count) {
      for (int j = from; j < from + count; j++) {
        text.append(',').append(values[j]);
      }
    }

    private static String cell(String value) {
      return QUOTED.matcher(value).find() ? '"' + value.replace("\"", "\"\"") + '"' : value;
    }
  }

  /** {@code {"row": 1, "prediction": "A", "probabilities": {"A": 0.9, ...}}}. */
  record JsonLines(OutputColumns columns, PredictionDetail.OfModel detail)
      implements PredictionLines {
    @Override
    public String header() {
      return "";
    }

    @Override
    public void append(
        StringBuilder text, long row, List<@Nullable String> kept, double[] scores, int from) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("row", row);
      for (int j = 0; j < kept.size(); j++) {
        String cell = kept.get(j);
        if (cell != null) {
          line.put(detail.kept().get(j), cell);
        }
      }
      add(line, scores, from);
      if (!detail.explained().isEmpty()) {
        line.put("baseline", scores[from + columns.scores()]);
        line.put("effects", byName(detail.explained(), scores, from + columns.scores() + 1));
        if (detail.sampled()) {
          line.put("effectError", scores[from + detail.width(columns.scores()) - 1]);
        }
      }
      text.append(JsonText.write(line)).append('\n');
    }

    /**
     * Adds the prediction of a row, and what belongs to it.
     *
     * @param from index of the row's first score
     */
    void add(Map<String, Object> line, double[] scores, int from) {
      if (columns.ofClasses()) {
        line.put("prediction", detail.winner(columns, scores, from));
      } else if (columns.scores() == 1) {
        line.put("prediction", scores[from]);
      } else {
        line.put("prediction", Arrays.copyOfRange(scores, from, from + columns.scores()));
      }
      Margins margins = detail.margins();
      if (margins.count() > 0) {
        line.put("lower", ends(margins.count(), j -> margins.lower(scores[from + j], j)));
        line.put("upper", ends(margins.count(), j -> margins.upper(scores[from + j], j)));
      }
      if (detail.scores()) {
        line.put("scores", byName(columns.scoredClasses(), scores, from));
      }
      if (detail.probabilities() != null) {
        double[] p = detail.probabilities().of(scores, from, columns.scores());
        line.put("probabilities", byName(columns.classes(), p, 0));
      }
    }

    /** One number, or those of several targets. */
    private static Object ends(int targets, IntToDoubleFunction end) {
      double[] values = IntStream.range(0, targets).mapToDouble(end).toArray();
      return values.length == 1 ? values[0] : values;
    }

    private static Map<String, Double> byName(List<String> names, double[] values, int from) {
      Map<String, Double> byName = new LinkedHashMap<>();
      for (int j = 0; j < names.size(); j++) {
        byName.put(names.get(j), values[from + j]);
      }
      return byName;
    }
  }
}
