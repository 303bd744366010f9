package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.filbert.connectors.BadInputException;
import org.junit.jupiter.api.Test;

class InferredColumnsTest {
  private static final int ROWS = 40;

  private static InferredColumns of(List<String> names) {
    return new InferredColumns("table.csv", "type: csv, header: true", names);
  }

  @Test
  void saysWhatItTakesForMissing() {
    InferredColumns found = of(List.of("x", "y"));
    List<String> words = List.of("n/a", "None", "-", "--", ".", "missing", "\\N", "broken");
    for (int i = 0; i < ROWS; i++) {
      found.add(List.of(i < words.size() ? words.get(i) : "0." + i, i % 3 == 0 ? "a" : "b"));
    }
    assertThat(found.remarks("y"))
        .containsExactly(
            "column x: 1 \"broken\", 1 \"-\", 1 \"--\", 1 \".\", 1 \"None\", 1 \"\\N\", 1 \"missing\", 1"
                + " \"n/a\" of 40 cells count as missing");
    assertThat(found.preprocessing("y"))
        .contains("x: {type: number}", "8 missing", "\"--\"", "broken", "None");
  }

  @Test
  void saysWhatItLeavesOut() {
    InferredColumns found = of(List.of("id", "same", "x", "y"));
    for (int i = 0; i < ROWS; i++) {
      found.add(List.of("row " + i, "1", "0." + i, i < 4 ? "" : i % 3 == 0 ? "a" : "b"));
    }
    assertThat(found.remarks("y"))
        .containsExactly(
            "column id: left out: another value in each row",
            "column same: left out: the same value in all rows",
            "4 of 40 rows have no label and are left out");
  }

  @Test
  void saysThatManyValuesShareFeatures() {
    InferredColumns found = of(List.of("street", "y"));
    for (int i = 0; i < 2000; i++) {
      found.add(List.of("s" + i % 1500, i % 3 == 0 ? "a" : "b"));
    }
    assertThat(found.remarks("y"))
        .singleElement()
        .asString()
        .startsWith("column street: 1,500 different values in 2,000 cells share 256 features");
  }

  @Test
  void refusesALabelOfTwoColumns() {
    InferredColumns found = of(List.of("price", "x", "price"));
    assertThatThrownBy(() -> found.remarks("price"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("found the label column price twice, as columns 1 and 3");
    assertThat(found.format("3")).contains("label: ");
  }
}
