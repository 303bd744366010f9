package org.filbert.connectors.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.filbert.connectors.TestInput.csv;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.describe;
import static org.filbert.connectors.TestInput.file;
import static org.filbert.connectors.TestInput.read;
import static org.filbert.connectors.TestInput.readExamples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.text.Csv;
import org.filbert.data.Instance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CSV records of several lines, as spreadsheets write them. */
class QuotedBreaksTest {
  private static final Csv REVIEWS =
      new Csv(",", true, "stars", List.of(), List.of(), List.of(), "review", new TreeMap<>(), null);

  @TempDir Path directory;

  private DataSet set(String text, DataFormat format) throws IOException {
    return dataSet(
        file(directory, "a.csv", text),
        format,
        null,
        OnBadRecord.QUARANTINE,
        TaskKind.CLASSIFICATION,
        true);
  }

  @Test
  void aCellMayHaveLineBreaks() throws IOException {
    DataSet reviews =
        set(
            "stars,review\r\n5,\"Good.\r\n\r\nSays \"\"he\"\",\nbut\"\r\n1,bad\r\n\"2\n\",\"no\"\n",
            REVIEWS);
    assertThat(readExamples(reviews))
        .containsExactly(
            "\"Good.\r\n\r\nSays \"he\",\nbut\" -> 5", "\"bad\" -> 1", "\"no\" -> 2\n");
  }

  @Test
  void soMayTheHeader() throws IOException {
    DataSet set = set("\"the\nclass\",x\nA,1\nB,2\n", csv(true, "the\nclass"));
    assertThat(readExamples(set)).containsExactly("[1.0] -> A", "[2.0] -> B");
  }

  @Test
  void onlySuchAFileIsReadAsAWhole() throws IOException {
    Input with = Input.of(set("stars,review\n5,\"a\nb\"\n", REVIEWS));
    assertThat(with.splittable(with.files().get(0))).isFalse();
    Input without = Input.of(set("stars,review\n5,\"a, b\"\n4,\"c\"\n", REVIEWS));
    assertThat(without.splittable(without.files().get(0))).isTrue();
  }

  @Test
  void aQuoteThatIsNeverClosedSpoilsItsOwnLineOnly() throws IOException {
    String text = "stars,review\n5,\"good\n4,\"fine\"\n3,\"so\nso\"\n2,x,y\n1,\"bad\n";
    List<String> places = new ArrayList<>();
    List<String> good = new ArrayList<>();
    for (Instance instance : read(set(text, REVIEWS))) {
      if (instance instanceof Instance.Bad bad) {
        places.add(bad.place().replaceAll(".*:", "") + " " + bad.reason());
      } else {
        good.add(describe(instance));
      }
    }
    assertThat(good).containsExactly("\"fine\" -> 4", "\"so\nso\" -> 3");
    assertThat(places)
        .containsExactly(
            "2 found the quoted cell \"\"good\" without an end, allowed cells with a closing quote",
            "6 found 3 columns, allowed 2 in every record",
            "7 found the quoted cell \"\"bad\" without an end, allowed cells with a closing quote");
  }

  @Test
  void recordsMayBeLongerThanTheBuffer() throws IOException {
    String text = "line\n".repeat(5_000) + "end";
    String record = "5,\"" + text + "\"\n";
    assertThat(readExamples(set("stars,review\n" + record.repeat(9), REVIEWS)))
        .hasSize(9)
        .containsOnly('"' + text + "\" -> 5");
  }
}
