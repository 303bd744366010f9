package org.filbert.jobs.scoring;

import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Formats predictions, one line per row. */
sealed interface PredictionLines extends Serializable {
  /** The lines before the first row, with their line ends. */
  String header();

  /**
   * Appends the line of a row.
   *
   * @param from index of its first score
   */
  void append(StringBuilder text, long row, double[] scores, int from);

  /** The format that the name of the output file selects. */
  static PredictionLines of(String output, OutputColumns columns, boolean withScores) {
    if (withScores && !columns.ofClasses()) {
      throw new IllegalArgumentException(
          "--scores: the model predicts numbers, only classes have scores");
    }
    if (output.endsWith(".csv")) {
      return new Csv(columns, withScores);
    }
    if (output.endsWith(".jsonl") || output.endsWith(".json")) {
      return new JsonLines(columns, withScores);
    }
    throw new IllegalArgumentException(
        "--output: found " + output + ", allowed names that end in .csv, .jsonl or .json");
  }

  /** {@code row,prediction}, then a column for each score. */
  record Csv(OutputColumns columns, boolean withScores) implements PredictionLines {
    private static final Pattern QUOTED = Pattern.compile("[\",\r\n]|^\\s|\\s$|^$");

    @Override
    public String header() {
      StringBuilder header = new StringBuilder("row");
      if (columns.ofClasses() || columns.scores() == 1) {
        header.append(",prediction");
      } else {
        for (int j = 1; j <= columns.scores(); j++) {
          header.append(",prediction_").append(j);
        }
      }
      if (withScores) {
        columns.scoredClasses().forEach(name -> header.append(',').append(cell("score_" + name)));
      }
      return header.append('\n').toString();
    }

    @Override
    public void append(StringBuilder text, long row, double[] scores, int from) {
      text.append(row);
      if (columns.ofClasses()) {
        text.append(',').append(cell(columns.winner(scores, from)));
      }
      if (withScores || !columns.ofClasses()) {
        for (int j = 0; j < columns.scores(); j++) {
          text.append(',').append(scores[from + j]);
        }
      }
      text.append('\n');
    }

    private static String cell(String value) {
      return QUOTED.matcher(value).find() ? '"' + value.replace("\"", "\"\"") + '"' : value;
    }
  }

  /** {@code {"row": 1, "prediction": "A", "scores": {"A": 0.9, ...}}}. */
  record JsonLines(OutputColumns columns, boolean withScores) implements PredictionLines {
    @Override
    public String header() {
      return "";
    }

    @Override
    public void append(StringBuilder text, long row, double[] scores, int from) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("row", row);
      if (columns.ofClasses()) {
        line.put("prediction", columns.winner(scores, from));
      } else if (columns.scores() == 1) {
        line.put("prediction", scores[from]);
      } else {
        line.put("prediction", Arrays.copyOfRange(scores, from, from + columns.scores()));
      }
      if (withScores) {
        Map<String, Double> byClass = new LinkedHashMap<>();
        List<String> names = columns.scoredClasses();
        for (int j = 0; j < names.size(); j++) {
          byClass.put(names.get(j), scores[from + j]);
        }
        line.put("scores", byClass);
      }
      text.append(JsonText.write(line)).append('\n');
    }
  }
}
