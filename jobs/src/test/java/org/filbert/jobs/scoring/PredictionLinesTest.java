package org.filbert.jobs.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PredictionLinesTest {
  private static final OutputColumns TWO = new OutputColumns(List.of("a \"b\"", "c,d"), 1);
  private static final OutputColumns THREE = new OutputColumns(List.of("x", "y", "z"), 3);
  private static final OutputColumns NUMBER = new OutputColumns(List.of(), 1);
  private static final OutputColumns NUMBERS = new OutputColumns(List.of(), 2);

  private static String text(PredictionLines lines, double... scores) {
    StringBuilder text = new StringBuilder(lines.header());
    lines.append(text, 7, scores, 0);
    return text.toString();
  }

  @Test
  void writesCsv() {
    assertThat(text(PredictionLines.of("o.csv", THREE, false), 1, 3, 2))
        .isEqualTo("row,prediction\n7,y\n");
    assertThat(text(PredictionLines.of("o.csv", THREE, true), 1, 3, 2))
        .isEqualTo("row,prediction,score_x,score_y,score_z\n7,y,1.0,3.0,2.0\n");
    assertThat(text(PredictionLines.of("o.csv", TWO, true), -0.5))
        .isEqualTo("row,prediction,\"score_c,d\"\n7,\"a \"\"b\"\"\",-0.5\n");
    assertThat(text(PredictionLines.of("o.csv", NUMBER, false), 1e6))
        .isEqualTo("row,prediction\n7,1000000.0\n");
    assertThat(text(PredictionLines.of("o.csv", NUMBERS, false), 1, 2))
        .isEqualTo("row,prediction_1,prediction_2\n7,1.0,2.0\n");
  }

  @Test
  void writesJsonLines() {
    assertThat(text(PredictionLines.of("o.jsonl", TWO, true), 2))
        .isEqualTo("{\"row\":7,\"prediction\":\"c,d\",\"scores\":{\"c,d\":2.0}}\n");
    assertThat(text(PredictionLines.of("o.json", NUMBERS, false), 1, 2))
        .isEqualTo("{\"row\":7,\"prediction\":[1.0,2.0]}\n");
    assertThat(text(PredictionLines.of("o.json", NUMBER, false), 1))
        .isEqualTo("{\"row\":7,\"prediction\":1.0}\n");
  }

  @Test
  void refusesOtherFormsAndScoresOfNumbers() {
    assertThatThrownBy(() -> PredictionLines.of("o.parquet", TWO, false))
        .hasMessage("--output: found o.parquet, allowed names that end in .csv, .jsonl or .json");
    assertThatThrownBy(() -> PredictionLines.of("o.csv", NUMBER, true))
        .hasMessageContaining("only classes have scores");
  }
}
