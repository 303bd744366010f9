package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
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
            "column x: 1 \"broken\", 1 \"-\", 1 \"--\", 1 \".\", 1 \"None\", 1 \"\\N\", 1"
                + " \"missing\", 1 \"n/a\" of 40 cells count as missing");
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
  void fewWholeNumbersInManyRowsMayBeCategories() {
    InferredColumns found = of(List.of("code", "more", "half", "written", "y"));
    for (int i = 0; i < 1000; i++) {
      found.add(
          List.of(
              "" + (i % 9 - 1),
              "" + i % 10,
              i % 3 == 0 ? "0.5" : "" + i % 3,
              i % 4 == 0 ? "1.0" : "" + i % 4,
              i % 3 == 0 ? "a" : "b"));
    }
    assertThat(found.preprocessing("y"))
        .contains("code: {type: number-or-category}  # -1.0 to 7.0\n")
        .contains("more: {type: number}", "half: {type: number}", "written: {type: number}");
    assertThat(found.ofStream("y")).contains("code: {type: number, standardise: false");
  }

  @Test
  void proposesAColumnOfWeights() {
    InferredColumns found = of(List.of("x", "w", "y"));
    for (int i = 0; i < ROWS; i++) {
      found.add(List.of("0." + i, i < 2 ? "0" : "1.5", i % 3 == 0 ? "a" : "b"));
    }
    assertThat(found.features("y")).isEqualTo(2);
    double distance = found.distance("y");
    found.weigh("w");
    assertThat(found.preprocessing("y")).contains("w: {type: weight}  # 0.0 to 1.5\n");
    assertThat(found.features("y")).isEqualTo(1);
    assertThat(found.distance("y")).isLessThan(distance);
    assertThat(found.remarks("y")).isEmpty();
    assertThatThrownBy(() -> found.weigh("y"))
        .hasMessageEndingWith(
            "found no numbers in the weight column y, allowed numbers of 0 or more");
    assertThatThrownBy(() -> found.weigh("z"))
        .hasMessageEndingWith(
            "found no weight column z, allowed column numbers 1 to 3 or one of x, w, y");
  }

  @Test
  void refusesALabelOfTwoColumns() {
    InferredColumns found = of(List.of("price", "x", "price"));
    assertThatThrownBy(() -> found.remarks("price"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("found the label column price twice, as columns 1 and 3");
    assertThat(found.format("3")).contains("label: ");
  }

  private static String inferred(List<String> cells) {
    InferredColumns found = of(List.of("x", "y"));
    for (int i = 0; i < cells.size(); i++) {
      found.add(List.of(cells.get(i), i % 3 == 0 ? "a" : "b"));
    }
    String preprocessing = found.preprocessing("y");
    String column = preprocessing.substring(preprocessing.indexOf("    x: ") + 7);
    return (column.substring(0, column.indexOf("  #")) + " " + found.remarks("y")).strip();
  }

  private static List<String> cells(IntFunction<String> cell) {
    return IntStream.range(0, ROWS).mapToObj(cell).toList();
  }

  @Test
  void findsNotationsOfNumbers() {
    assertThat(inferred(cells(i -> i % 2 == 0 ? "$1,23" + i % 10 + ".50" : "95" + i)))
        .isEqualTo(
            "{type: number, notation: comma-groups} [column x: read as numbers in the notation"
                + " comma-groups, such as \"$1,230.50\"]");
    assertThat(inferred(cells(i -> i + ".3%")))
        .startsWith("{type: number, notation: comma-groups}");
    assertThat(inferred(cells(i -> "1 2" + (10 + i))))
        .startsWith("{type: number, notation: blank-groups}");
    assertThat(inferred(cells(i -> i % 7 == 0 ? "(12." + i + ")" : "12." + i)))
        .startsWith("{type: number, notation: comma-groups}");
    assertThat(inferred(cells(i -> i % 2 == 0 ? "1.2" + (10 + i) + ",5 €" : "0," + i)))
        .startsWith("{type: number, notation: point-groups}");
    assertThat(inferred(cells(i -> i == 5 ? "broken" : "$" + i)))
        .contains("{type: number, notation: comma-groups}", "1 \"broken\" of 40 cells count as");
    assertThat(inferred(cells(i -> i % 4 == 0 ? "word" + i : "$" + i)))
        .startsWith("{type: ignore} [column x: left out: another value in each row]");
    assertThat(inferred(cells(i -> i % 10 < 8 ? "word" : "$" + i % 10)))
        .isEqualTo("{type: category} []");
    assertThat(inferred(cells(i -> "0." + i))).isEqualTo("{type: number} []");
  }

  @Test
  void findsNotationsOfDates() {
    assertThat(inferred(cells(i -> "%02d/%02d/2021 14:00".formatted(1 + i % 28, 1 + i % 12))))
        .startsWith("{type: date, notation: \"d/M/uuuu H:mm\"}");
    assertThat(inferred(cells(i -> "%d/%d/2021".formatted(1 + i % 12, 1 + i % 28))))
        .startsWith("{type: date, notation: \"M/d/uuuu\", parts: [year, month, weekday]}");
    assertThat(inferred(cells(i -> "%02d.%02d.2021".formatted(1 + i % 28, 1 + i % 12))))
        .startsWith("{type: date, notation: \"d.M.uuuu\"");
    assertThat(inferred(cells(i -> "2021%02d%02d".formatted(1 + i % 12, 1 + i % 28))))
        .startsWith("{type: date, notation: \"uuuuMMdd\"");
    assertThat(inferred(cells(i -> "0%d/0%d/2021".formatted(1 + i % 9, 1 + i % 7))))
        .isEqualTo(
            "{type: date, notation: \"d/M/uuuu\", parts: [year, month, weekday]} [column x: day and"
                + " month cannot be told apart in dates such as \"01/01/2021\", the day is taken to"
                + " be first; if it is the month, set the column's notation to \"M/d/uuuu\"]");
    assertThat(inferred(cells(i -> "2021-01-%02d".formatted(1 + i % 28))))
        .isEqualTo("{type: date, parts: [year, month, weekday]} []");
    assertThat(inferred(cells(i -> Integer.toString(10_000_000 + 7919 * i))))
        .startsWith("{type: number}");
  }

  @Test
  void numbersThatBeginWithZerosAreNames() {
    assertThat(inferred(cells(i -> "0" + (1000 + i % 9))))
        .isEqualTo(
            "{type: category} [column x: names, not numbers, as 40 of 40 cells begin with 0]");
    assertThat(inferred(cells(i -> "0%05d".formatted(7919 * i % 10007))))
        .isEqualTo("{type: number} []"); // amounts of a fixed width
  }

  @Test
  void idsAreLeftOut() {
    assertThat(inferred(cells(i -> "user-" + Math.max(1, i))))
        .isEqualTo(
            "{type: ignore} [column x: left out: 39 different values in 40 cells, as ids and names"
                + " have]");
  }

  @Test
  void missingLabelsAreLeftOutAndTold() {
    InferredColumns found = of(List.of("x", "y"));
    for (int i = 0; i < ROWS; i++) {
      found.add(List.of("0." + i, i % 8 == 0 ? "NA" : i % 3 == 0 ? "none" : "b"));
    }
    assertThat(found.remarks("y"))
        .containsExactly(
            "5 of 40 rows have no label and are left out (5 \"NA\"); preprocessing.missing without"
                + " it keeps it as a class");
    assertThat(found.unlabelled("y")).isEqualTo(5);
    assertThat(found.labels("y")).containsExactlyInAnyOrder("none", "b");
  }

  @Test
  void labelsThatAreNoPlainNumbersAreNamed() {
    InferredColumns found = of(List.of("x", "y"));
    for (int i = 0; i < ROWS; i++) {
      found.add(List.of("0." + i, "$1,00" + i % 10));
    }
    assertThatThrownBy(() -> found.task("y"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(
            "found numbers such as \"$1,000\" in the label column y, allowed numbers such as");
  }

  @Test
  void columnsThatShareANameHaveTheirPlaceBesides() {
    InferredColumns found = of(List.of("x", "x", "y"));
    for (int i = 0; i < ROWS; i++) {
      found.add(List.of("0." + i, "7." + i % 9, i % 3 == 0 ? "a" : "b"));
    }
    assertThat(found.preprocessing("y")).contains("\"x #1\": {type", "\"x #2\": {type");
  }
}
