package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small input is predicted without a job: the same lines. */
class LocalPredictionTest {
  private static final int ROWS = 2_500;

  @TempDir Path directory;
  private TinyData data;

  @BeforeEach
  void train() throws IOException {
    data = TinyData.in(directory);
    data.write("many.csv", TinyData.rows(ROWS, 3));
    data.train().assertDone();
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(directory.resolve(file));
  }

  /** More bytes are explained by a job. */
  @Test
  void writesWhatAJobWrites() throws IOException {
    data.score("predict", "many.csv", "--explain", "--output", data.path("job.csv")).assertDone();
    assertThat(data.score("predict", "many.csv", "--output", data.path("all.csv")).assertDone())
        .extracting(CommandLineRun::out)
        .asString()
        .contains("2,500 rows predicted by tiny@1");
    List<String> job = lines("job.csv");
    List<String> all = lines("all.csv");
    assertThat(all).hasSize(ROWS + 1);
    for (int i = 0; i <= ROWS; i++) {
      assertThat(job.get(i) + ",").startsWith(all.get(i) + ",");
    }
    data.write("few.csv", String.join("\n", lines("many.csv").subList(0, 101)) + "\n");
    data.score("predict", "few.csv", "--explain", "--output", data.path("few.out.csv"))
        .assertDone();
    List<String> few = lines("few.out.csv");
    for (int i = 0; i <= 100; i++) {
      String[] cells = few.get(i).split(",");
      assertThat(job.get(i).split(",")).hasSameSizeAs(cells).startsWith(cells[0], cells[1]);
    }
  }

  @Test
  void refusesAndQuarantinesAsAJobDoes() throws IOException {
    data.replaceLine("test.csv", 5, "middle,oops,1");
    String output = data.path("out.csv");
    data.score("predict", "test.csv", "--output", output)
        .assertRefused("test.csv:5: found \"oops\" in column 2 (x), allowed a finite number");
    assertThat(Path.of(output)).doesNotExist();
    assertThat(directory.toFile().list()).noneMatch(name -> name.contains("out.csv"));
    data.score("predict", "test.csv", "--on-bad-record=quarantine", "--output", output)
        .assertDone();
    assertThat(lines("out.csv")).hasSize(20);
    assertThat(lines("out.csv.quarantine.jsonl")).hasSize(1);
    data.score("predict", "test.csv", "--rows=19-20", "--output", data.path("rows.csv"))
        .assertDone();
    assertThat(lines("rows.csv")).hasSize(3).element(1).asString().startsWith("19,");
  }
}
