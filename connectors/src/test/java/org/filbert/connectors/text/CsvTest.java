package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.filbert.connectors.TestInput.csv;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.file;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.read;
import static org.filbert.connectors.TestInput.readExamples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.data.Instance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTest {
  @TempDir Path directory;

  @Test
  void labelByName() throws IOException {
    Path file = file(directory, "a.csv", "x,class,y\n1,A,2\n3,B,-4e-1\n");
    assertThat(readExamples(labelled(file, csv(true, "class"))))
        .containsExactly("[1.0, 2.0] -> A", "[3.0, -0.4] -> B");
  }

  @Test
  void labelByNumberWithAndWithoutHeader() throws IOException {
    Path bare = file(directory, "bare.csv", "1,A,2\n3,B,4");
    Path headed = file(directory, "headed.csv", "x,class,y\n1,A,2\n3,B,4");
    List<String> expected = List.of("[1.0, 2.0] -> A", "[3.0, 4.0] -> B");
    assertThat(readExamples(labelled(bare, csv(false, "2")))).isEqualTo(expected);
    assertThat(readExamples(labelled(headed, csv(true, "2")))).isEqualTo(expected);
  }

  @Test
  void aNumericColumnNameGoesBeforeTheNumber() throws IOException {
    Path file = file(directory, "a.csv", "2,1\n5,6\n");
    assertThat(readExamples(labelled(file, csv(true, "1")))).containsExactly("[5.0] -> 6");
  }

  @Test
  void aMarkedNumberIsNoName() throws IOException {
    Path file = file(directory, "a.csv", "2,1,0\n5,6,7\n");
    assertThat(readExamples(labelled(file, csv(true, "#3")))).containsExactly("[5.0, 6.0] -> 7");
    assertThat(readExamples(labelled(file, csv(true, "0")))).containsExactly("[5.0, 6.0] -> 7");
    assertThat(csv(false, "#2")).isEqualTo(csv(false, "2"));
    assertRefused(
        file,
        csv(true, "#1"),
        "a.csv: found label column 1, the number of column 1 (2) and the name of column 2, allowed"
            + " \"2\" in quotes for the first, \"1\" in quotes for the second");
    assertThat(readExamples(labelled(file, csv(true, "#0")))).containsExactly("[5.0, 6.0] -> 7");
    assertRefused(
        file,
        csv(true, "#4"),
        "a.csv: found no label column 4, allowed column numbers 1 to 3 or one of 2, 1, 0");
    Csv typed = csv(true, null);
    assertThat(typed.withLabel("2").label()).isEqualTo("#2");
    assertThat(typed.withLabel("\"2\"").label()).isEqualTo("2");
    assertThat(typed.withLabel("y").label()).isEqualTo("y");
    Map<String, List<String>> values = Map.of("#3", List.of("6", "7"));
    assertThat(readExamples(labelled(file, withCategories(true, "1", List.of(), values))))
        .containsExactly("[5.0, 0.0, 1.0] -> 6");
  }

  @Test
  void aBlankNameIsIgnoredByItsNumberAlone() throws IOException {
    Path file = file(directory, "a.csv", ",0,1,y,\n0,5,6,A,\n");
    assertThat(readExamples(labelled(file, ignoring(true, List.of("#1", "#5"), "y"))))
        .containsExactly("[5.0, 6.0] -> A");
    assertRefused(
        file,
        ignoring(true, List.of("0"), "y"),
        "a.csv: found no name of column 1 in the header, allowed features with a name; ignore:"
            + " [\"0\", 1, 5] leaves these out");
    assertRefused(
        file,
        csv(true, "#1"),
        "a.csv: found label column 1, the number of column 1 (which has no name) and the name of"
            + " column 3, allowed a name of its own in the file for the first, \"1\" in quotes for"
            + " the second");
  }

  @Test
  void chosenFeaturesInTheirOrder() throws IOException {
    Path file = file(directory, "a.csv", "id;a;b;c\nx7;1;2;A\n");
    DataFormat format = new Csv(";", true, "c", List.of("b", "2"));
    assertThat(readExamples(labelled(file, format))).containsExactly("[2.0, 1.0] -> A");
  }

  private static Csv ignoring(boolean header, List<String> columns, String label) {
    return new Csv(",", header, label, List.of(), columns, List.of(), null, new TreeMap<>(), null);
  }

  @Test
  void columnsThatAreNoFeatures() throws IOException {
    Path file = file(directory, "a.csv", ",a,day,c\n1,5,mon,A\n2,6,tue,B\n");
    List<String> rows = List.of("[5.0] -> A", "[6.0] -> B");
    assertThat(readExamples(labelled(file, ignoring(true, List.of("1", "day"), "c"))))
        .isEqualTo(rows);
    assertThat(
            readExamples(
                labelled(
                    file(directory, "bare.csv", "1,5,mon,A\n2,6,tue,B\n"),
                    ignoring(false, List.of("3", "1"), "4"))))
        .isEqualTo(rows);
    assertThat(new Csv(",", true, null, List.of("a")))
        .isEqualTo(ignoring(true, List.of("day"), null).withFeatures(List.of("a")));
    Path unlabelled = file(directory, "b.csv", "a\n7\n");
    assertThat(
            readExamples(
                dataSet(
                    unlabelled,
                    ignoring(true, List.of("day"), "c"),
                    null,
                    OnBadRecord.FAIL,
                    TaskKind.CLASSIFICATION,
                    false)))
        .containsExactly("[7.0] -> none");
    assertRefused(
        file,
        ignoring(true, List.of("dya", "1"), "c"),
        "a.csv: found no column to ignore dya, allowed column numbers 1 to 4 or one of , a, day,"
            + " c");
    assertRefused(
        file,
        ignoring(true, List.of("c", "1"), "c"),
        "a.csv: found column c named for two uses, allowed one use of a column");
  }

  private static Csv withCategories(
      boolean header, String label, List<String> features, Map<String, List<String>> categories) {
    return new Csv(
        ",", header, label, features, List.of(), List.of(), null, new TreeMap<>(categories), null);
  }

  @Test
  void decimalCommasOfLabelsAndTargets() throws IOException {
    Path file = file(directory, "a.csv", "1,5;-2,25;0,5\n");
    for (boolean label : new boolean[] {true, false}) {
      DataFormat format =
          new Csv(
              ";",
              false,
              label ? "2" : null,
              List.of("1"),
              List.of(),
              label ? List.of() : List.of("2", "3"),
              null,
              new TreeMap<>(),
              ",");
      assertThat(
              readExamples(
                  dataSet(file, format, null, OnBadRecord.FAIL, TaskKind.REGRESSION, true)))
          .containsExactly("[1.5] -> [-2.25" + (label ? "]" : ", 0.5]"));
    }
  }

  @Test
  void categoriesAreAFeatureForEachValue() throws IOException {
    Path file = file(directory, "a.csv", "sex,x,size,y\n F,1,\"s, m\",A\nM,2,l,B\n");
    Map<String, List<String>> categories =
        Map.of("sex", List.of("M", "F"), "3", List.of("l", "s, m", "xl"));
    assertThat(readExamples(labelled(file, withCategories(true, "y", List.of(), categories))))
        .containsExactly(
            "[0.0, 1.0, 1.0, 0.0, 1.0, 0.0] -> A", "[1.0, 0.0, 2.0, 1.0, 0.0, 0.0] -> B");
    List<String> some = List.of("size", "x");
    Map<String, List<String>> one = Map.of("size", List.of("l", "s, m"));
    assertThat(readExamples(labelled(file, withCategories(true, "y", some, one))))
        .containsExactly("[0.0, 1.0, 1.0] -> A", "[1.0, 0.0, 2.0] -> B");
  }

  @Test
  void categoriesThatDoNotFit() throws IOException {
    Path file = file(directory, "a.csv", "M,1,A\nX,2,B\n");
    List<String> values = List.of("M", "F");
    assertRefused(
        file,
        withCategories(false, "3", List.of(), Map.of("1", values)),
        "a.csv:2: found \"X\" in column 1, allowed its categories [M, F]");
    assertRefused(
        file,
        withCategories(false, "3", List.of("2"), Map.of("1", values)),
        "a.csv: found column 1 in categories and not in features, allowed those of features");
    assertRefused(
        file,
        withCategories(false, "3", List.of(), Map.of("3", values)),
        "a.csv: found column 3 named for two uses, allowed one use of a column");
    assertRefused(
        file,
        withCategories(false, "3", List.of(), Map.of("4", values)),
        "a.csv: found no category column 4, allowed column numbers 1 to 3");
  }

  private static void assertRefused(Path file, DataFormat format, String message) {
    assertThatThrownBy(() -> readExamples(labelled(file, format))).hasMessageEndingWith(message);
  }

  @Test
  void severalTargetsInTheirOrder() throws IOException {
    Path file = file(directory, "a.csv", "a,x,b\n1,2,3\n4,5,6\n");
    DataFormat format = new Csv(",", true, null, List.of(), List.of("b", "a"));
    assertThat(readExamples(numbers(file, format, true)))
        .containsExactly("[2.0] -> [3.0, 1.0]", "[5.0] -> [6.0, 4.0]");
    assertThat(readExamples(numbers(file, format, false)))
        .containsExactly("[2.0] -> none", "[5.0] -> none");
    Path bare = file(directory, "bare.csv", "x\n2\n");
    assertThat(readExamples(numbers(bare, format, false))).containsExactly("[2.0] -> none");
    assertThatThrownBy(() -> readExamples(numbers(bare, format, true)))
        .hasMessageContaining("found no target column b, allowed");
    Path bad = file(directory, "bad.csv", "a,x,b\n1,2,\n");
    assertThatThrownBy(() -> readExamples(numbers(bad, format, true)))
        .hasMessageContaining("bad.csv:2: found \"\" in column 3 (b), allowed a finite number");
  }

  private static DataSet numbers(Path file, DataFormat format, boolean labelRequired) {
    return dataSet(file, format, null, OnBadRecord.FAIL, TaskKind.REGRESSION, labelRequired);
  }

  @Test
  void anyNumberOfSpacesAndTabsSeparates() throws IOException {
    Path file = file(directory, "a.txt", "  1   2\tA \n 3.5\t -4 \"B b\"  \n\"5\" 6\tC\t\n");
    assertThat(readExamples(labelled(file, new Csv(" ", false, "3", List.of()))))
        .containsExactly("[1.0, 2.0] -> A", "[3.5, -4.0] -> B b", "[5.0, 6.0] -> C");
  }

  @Test
  void tabsByTheirUsualName() throws IOException {
    Path file = file(directory, "a.tsv", "x\ty\tclass\n1\t2\tA b\n");
    assertThat(readExamples(labelled(file, new Csv("\\t", true, "class", List.of()))))
        .containsExactly("[1.0, 2.0] -> A b");
  }

  @Test
  void quotedCells() throws IOException {
    Path file =
        file(
            directory,
            "a.csv",
            "\"the, label\",\"x\"\n\"a \"\"b\"\", c\",\"1.5\"\n  d 'e\"  , 2 \n");
    assertThat(readExamples(labelled(file, csv(true, "the, label"))))
        .containsExactly("[1.5] -> a \"b\", c", "[2.0] -> d 'e\"");
  }

  @Test
  void byteOrderMarkCarriageReturnsAndEmptyLines() throws IOException {
    Path file = file(directory, "a.csv", "\uFEFFclass,x\r\n\r\nÄ,1\r\n  \nB,2\r\n\n");
    assertThat(readExamples(labelled(file, csv(true, "class"))))
        .containsExactly("[1.0] -> Ä", "[2.0] -> B");
  }

  @Test
  void tabsAsDelimiters() throws IOException {
    Path file = file(directory, "a.tsv", "A\t1\t 2\n");
    DataFormat format = new Csv("\t", false, "1", List.of());
    assertThat(readExamples(labelled(file, format))).containsExactly("[1.0, 2.0] -> A");
  }

  @Test
  void regressionLabels() throws IOException {
    Path file = file(directory, "a.csv", "y,x\n-1.5,1\n");
    assertThat(
            readExamples(
                dataSet(file, csv(true, "y"), null, OnBadRecord.FAIL, TaskKind.REGRESSION, true)))
        .containsExactly("[1.0] -> [-1.5]");
  }

  @Test
  void withoutLabels() throws IOException {
    Path file = file(directory, "a.csv", "x,y\n1,2\n");
    for (String label : new String[] {null, "class"}) {
      assertThat(
              readExamples(
                  dataSet(
                      file,
                      csv(true, label),
                      null,
                      OnBadRecord.FAIL,
                      TaskKind.CLASSIFICATION,
                      false)))
          .containsExactly("[1.0, 2.0] -> none");
    }
  }

  @Test
  void rowsAreCountedWithoutTheHeaderAndEmptyLines() throws IOException {
    Path file = file(directory, "a.csv", "x,class\n1,A\n\n2,B\n3,C\n4,D\n");
    assertThat(
            readExamples(
                dataSet(
                    file,
                    csv(true, "class"),
                    "2-3",
                    OnBadRecord.FAIL,
                    TaskKind.CLASSIFICATION,
                    true)))
        .containsExactly("[2.0] -> B", "[3.0] -> C");
  }

  @Test
  void positionsAreOffsetsOfLines() throws IOException {
    Path file = file(directory, "a.csv", "x,class\n1,A\n\n2,Ä\n3,C");
    assertThat(read(labelled(file, csv(true, "class"))))
        .extracting(Instance::position)
        .containsExactly(8L, 13L, 18L);
  }

  @Test
  void linesLongerThanTheBuffer() throws IOException {
    String zeros = "0".repeat(200_000);
    Path file = file(directory, "a.csv", zeros + "1,A\n" + "2," + zeros + "\n3,C");
    assertThat(readExamples(labelled(file, csv(false, "2"))))
        .containsExactly("[1.0] -> A", "[2.0] -> " + zeros, "[3.0] -> C");
  }
}
