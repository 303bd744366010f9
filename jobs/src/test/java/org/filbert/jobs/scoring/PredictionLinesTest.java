package org.filbert.jobs.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.filbert.calibration.Margins;
import org.filbert.calibration.Probabilities;
import org.filbert.calibration.Sigmoid;
import org.filbert.calibration.Softmax;
import org.filbert.data.TargetTransform;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PredictionLinesTest {
  private static final OutputColumns TWO = new OutputColumns(List.of("a \"b\"", "c,d"), 1);
  private static final OutputColumns THREE = new OutputColumns(List.of("x", "y", "z"), 3);
  private static final OutputColumns NUMBER = new OutputColumns(List.of(), 1);
  private static final OutputColumns NUMBERS = new OutputColumns(List.of(), 2);

  private static final PredictionDetail.OfModel NONE = PredictionDetail.OfModel.NONE;
  private static final PredictionDetail.OfModel SCORES =
      new PredictionDetail.OfModel(true, null, Margins.NONE, List.of(), null);

  private static PredictionDetail.OfModel probabilities(Probabilities probabilities) {
    return new PredictionDetail.OfModel(false, probabilities, Margins.NONE, List.of(), null);
  }

  private static PredictionDetail.OfModel intervals(double... halfWidths) {
    return new PredictionDetail.OfModel(
        false, null, new Margins(halfWidths, TargetTransform.NONE), List.of(), null);
  }

  private static String text(PredictionLines lines, double... scores) {
    StringBuilder text = new StringBuilder(lines.header());
    lines.append(text, 7, List.of(), scores, 0);
    return text.toString();
  }

  @Test
  void writesCsv() {
    assertThat(text(PredictionLines.of("o.csv", THREE, NONE), 1, 3, 2))
        .isEqualTo("row,prediction\n7,y\n");
    assertThat(text(PredictionLines.of("o.csv", THREE, SCORES), 1, 3, 2))
        .isEqualTo("row,prediction,score_x,score_y,score_z\n7,y,1.0,3.0,2.0\n");
    assertThat(text(PredictionLines.of("o.csv", TWO, SCORES), -0.5))
        .isEqualTo("row,prediction,\"score_c,d\"\n7,\"a \"\"b\"\"\",-0.5\n");
    assertThat(text(PredictionLines.of("o.csv", NUMBER, NONE), 1e6))
        .isEqualTo("row,prediction\n7,1000000.0\n");
    assertThat(text(PredictionLines.of("o.csv", NUMBERS, NONE), 1, 2))
        .isEqualTo("row,prediction_1,prediction_2\n7,1.0,2.0\n");
  }

  @Test
  void writesJsonLines() {
    assertThat(text(PredictionLines.of("o.jsonl", TWO, SCORES), 2))
        .isEqualTo("{\"row\":7,\"prediction\":\"c,d\",\"scores\":{\"c,d\":2.0}}\n");
    assertThat(text(PredictionLines.of("o.json", NUMBERS, NONE), 1, 2))
        .isEqualTo("{\"row\":7,\"prediction\":[1.0,2.0]}\n");
    assertThat(text(PredictionLines.of("o.json", NUMBER, NONE), 1))
        .isEqualTo("{\"row\":7,\"prediction\":1.0}\n");
  }

  @Test
  void writesKeptColumns() {
    PredictionDetail.OfModel kept =
        new PredictionDetail.OfModel(false, null, Margins.NONE, List.of("id", "na,me"), null);
    List<@Nullable String> cells = Arrays.asList("5", null);
    StringBuilder text = new StringBuilder();
    PredictionLines csv = PredictionLines.of("o.csv", NUMBER, kept);
    csv.append(text.append(csv.header()), 7, cells, new double[] {1}, 0);
    PredictionLines.of("o.jsonl", NUMBER, kept).append(text, 7, cells, new double[] {1}, 0);
    assertThat(text)
        .hasToString(
            "row,id,\"na,me\",prediction\n7,5,,1.0\n{\"row\":7,\"id\":\"5\",\"prediction\":1.0}\n");
  }

  @Test
  void predictsAClassFromAThresholdOn() {
    // the second class has the probability 0.73
    predictsAClassFromAThresholdOn(1, 0.2, "c,d");
    predictsAClassFromAThresholdOn(1, 0.9, "a \"\"b\"\"");
    predictsAClassFromAThresholdOn(0, 0.2, "a \"\"b\"\"");
    predictsAClassFromAThresholdOn(0, 0.5, "c,d");
  }

  private static void predictsAClassFromAThresholdOn(int label, double least, String predicted) {
    PredictionDetail.OfModel detail =
        new PredictionDetail.OfModel(
            false,
            null,
            Margins.NONE,
            List.of(),
            new PredictionDetail.Threshold(Sigmoid.LOGISTIC, label, least));
    assertThat(text(PredictionLines.of("o.csv", TWO, detail), 1))
        .endsWith("7,\"%s\"\n".formatted(predicted));
  }

  @Test
  void refusesOtherForms() {
    assertThatThrownBy(() -> PredictionLines.of("o.parquet", TWO, NONE))
        .hasMessage("--output: found o.parquet, allowed names that end in .csv, .jsonl or .json");
  }

  @Test
  void writesProbabilitiesOfAllClasses() {
    assertThat(text(PredictionLines.of("o.csv", THREE, probabilities(new Softmax(0))), 1, 3, 2))
        .startsWith("row,prediction,probability_x,probability_y,probability_z\n7,y,0.33333333");
    assertThat(text(PredictionLines.of("o.csv", TWO, probabilities(Sigmoid.LOGISTIC)), 0))
        .isEqualTo(
            "row,prediction,\"probability_a \"\"b\"\"\",\"probability_c,d\"\n"
                + "7,\"a \"\"b\"\"\",0.5,0.5\n");
    assertThat(text(PredictionLines.of("o.jsonl", TWO, probabilities(Sigmoid.LOGISTIC)), 0))
        .isEqualTo(
            "{\"row\":7,\"prediction\":\"a \\\"b\\\"\",\"probabilities\":{\"a"
                + " \\\"b\\\"\":0.5,\"c,d\":0.5}}\n");
    assertThat(
            text(
                PredictionLines.of(
                    "o.csv",
                    TWO,
                    new PredictionDetail.OfModel(
                        true, Sigmoid.LOGISTIC, Margins.NONE, List.of(), null)),
                0))
        .endsWith(",0.0,0.5,0.5\n");
  }

  @Test
  void writesIntervalsOfNumbers() {
    assertThat(text(PredictionLines.of("o.csv", NUMBER, intervals(0.5)), 2))
        .isEqualTo("row,prediction,lower,upper\n7,2.0,1.5,2.5\n");
    assertThat(text(PredictionLines.of("o.csv", NUMBERS, intervals(0.5, 2)), 2, 3))
        .isEqualTo(
            "row,prediction_1,prediction_2,lower_1,upper_1,lower_2,upper_2\n"
                + "7,2.0,3.0,1.5,2.5,1.0,5.0\n");
    assertThat(text(PredictionLines.of("o.json", NUMBER, intervals(0.5)), 2))
        .isEqualTo("{\"row\":7,\"prediction\":2.0,\"lower\":1.5,\"upper\":2.5}\n");
    assertThat(text(PredictionLines.of("o.json", NUMBERS, intervals(0.5, 2)), 2, 3))
        .contains("\"lower\":[1.5,1.0],\"upper\":[2.5,5.0]");
  }
}
