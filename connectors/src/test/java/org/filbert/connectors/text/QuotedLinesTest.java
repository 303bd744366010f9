package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.filbert.connectors.TestInput;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.read.Input;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares with a join that searches the end of each quote separately. */
class QuotedLinesTest {
  private static final List<String> PIECES =
      List.of("a", "a", ",", "\"", "\"\"", ",\"", "\",", "a\",\"b", " ", "\n", "\n", "\r\n");

  @TempDir Path directory;

  @Test
  void joinsAsIfEveryQuoteLookedForItsEnd() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    int joined = 0;
    for (int i = 0; i < 500; i++) {
      StringBuilder text = new StringBuilder("a");
      for (int piece = 0; piece < 60; piece++) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      int most = 1 + random.nextInt(6);
      List<String> records = expected(text.toString(), most);
      assertThat(read(text.toString(), most)).as(text.toString()).isEqualTo(records);
      joined += (int) records.stream().filter(record -> record.contains("\n")).count();
    }
    assertThat(joined).isGreaterThan(500);
  }

  /** A separate search would read 10,000 lines for each of 200,000 quotes. */
  @Test
  void quotesThatAreNeverClosedAreNotLookedForAgainAndAgain() throws IOException {
    assertThat(read("a\",\"b\n".repeat(200_000), 10_000)).hasSize(200_000);
    assertThat(read("a\",\"b\n".repeat(200_000), 1_000_000)).hasSize(200_000);
  }

  private List<String> read(String text, int most) throws IOException {
    Path path = Files.writeString(directory.resolve("a.csv"), text);
    InputFile file = Input.of(TestInput.labelled(path, new LibSvm(true, null))).files().get(0);
    QuotedBreaks breaks = new QuotedBreaks(",", most);
    List<String> records = new ArrayList<>();
    try (LineReader lines = LineReader.startingAt(file, 0)) {
      while (lines.next()) {
        breaks.join(lines);
        records.add(lines.line().toString());
      }
    }
    return records;
  }

  private static List<String> expected(String text, int most) {
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    if (lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    List<String> records = new ArrayList<>();
    for (int first = 0; first < lines.size(); first++) {
      StringBuilder record = new StringBuilder(lines.get(first));
      int last = first;
      while (end(record) == '"' && last < lines.size() - 1 && last - first < most) {
        record.append('\n').append(lines.get(++last));
      }
      boolean closed = end(record) == ',';
      records.add(trimmed(closed ? record.toString() : lines.get(first)));
      first = closed ? last : first;
    }
    return records;
  }

  private static String trimmed(String record) {
    return record.endsWith("\r") ? record.substring(0, record.length() - 1) : record;
  }

  /** A quote within a quoted cell, a comma at its end or elsewhere, a star after a mistake. */
  private static char end(CharSequence record) {
    char at = ',';
    boolean begun = false;
    for (int i = 0; i < record.length(); i++) {
      char c = record.charAt(i);
      if (at == '"') {
        if (c == '"' && i + 1 < record.length() && record.charAt(i + 1) == '"') {
          i++;
        } else if (c == '"') {
          at = ')';
        }
      } else if (c == ',') {
        at = ',';
        begun = false;
      } else if (c == '"' && at == ',' && !begun) {
        at = '"';
      } else if (c > ' ') {
        if (at == ')') {
          return '*';
        }
        begun = true;
      }
    }
    return at == '"' ? '"' : ',';
  }
}
