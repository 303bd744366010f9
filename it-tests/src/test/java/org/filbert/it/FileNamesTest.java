package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Directories of parts, names with characters that mean something in URIs, and bad places. */
class FileNamesTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  @TempDir Path directory;

  private TinyData data;

  @BeforeEach
  void prepare() throws IOException {
    data = TinyData.in(Files.createDirectory(directory.resolve("a b:c%41#d")));
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(data.directory().resolve(file));
  }

  /** The training rows in parts, as Spark writes them. */
  private void split() throws IOException {
    List<String> rows = lines("train.csv");
    Path parts = data.directory().resolve("parts");
    Files.createDirectories(parts.resolve("hour=10:00"));
    Files.createDirectories(parts.resolve("hour=09:00/_temporary"));
    Files.createFile(parts.resolve("_SUCCESS"));
    Files.createFile(parts.resolve("part-0.csv"));
    Files.writeString(parts.resolve("hour=09:00/part-0.csv"), rows.get(0) + "\n");
    Files.write(parts.resolve("hour=09:00/2026-01-01T09:30:00.csv"), rows.subList(0, 31));
    List<String> rest = new ArrayList<>(rows.subList(31, rows.size()));
    rest.add(0, rows.get(0));
    Files.write(parts.resolve("hour=10:00/part-0.csv"), rest);
  }

  @Test
  void partsAndStrangeNamesAreReadAndWritten() throws IOException {
    split();
    assertThat(
            data.train("data.train.path=" + data.path("parts"), "checkpoint.interval=10ms")
                .assertDone()
                .out())
        .contains("60 rows of 2 features");
    data.score("predict", "parts", "--output", data.path("o:a.csv")).assertDone();
    data.score("predict", "train.csv", "--output", data.path("whole.csv")).assertDone();
    assertThat(lines("o:a.csv")).hasSize(61);
    assertThat(predictions("o:a.csv")).isEqualTo(predictions("whole.csv"));
    Files.writeString(
        data.directory().resolve("parts/hour=10:00/late:1.csv"), "class,x,y\nleft,oops,1\n");
    assertThat(
            data.score(
                    "predict",
                    "parts",
                    "--on-bad-record=quarantine",
                    "--output",
                    data.path("q:b.jsonl"))
                .assertDone()
                .out())
        .contains("1 bad records");
    assertThat(lines("q:b.jsonl.quarantine.jsonl"))
        .singleElement()
        .asString()
        .contains("late:1.csv:2");
    Files.createDirectory(data.directory().resolve("store/x:y"));
    assertThat(
            CommandLineRun.of("models", "list", "--store", data.path("store")).assertDone().out())
        .contains("tiny");
    assertThat(data.score("evaluate", "parts", "--on-bad-record=quarantine").assertDone().out())
        .contains("rows       60");
  }

  @Test
  void streamsToo() throws IOException {
    TinyStream stream = TinyStream.in(Files.createDirectory(directory.resolve("s t:u%41#v")));
    Path parts = Files.createDirectories(stream.directory().resolve("parts/hour=10:00"));
    Files.writeString(parts.resolveSibling("part-0.csv"), "class,x,y\n");
    Files.move(stream.directory().resolve("rows.csv"), parts.resolve("10:00.csv"));
    stream.train("run", "input.file.path=" + parts.getParent()).assertDone();
    assertThat(stream.lines("run", "predictions")).hasSize(2 * TinyStream.ROWS);
  }

  private List<String> predictions(String file) throws IOException {
    return lines(file).stream()
        .map(line -> line.substring(line.indexOf(',') + 1))
        .sorted()
        .toList();
  }

  @Test
  void aDirectoryOfEmptyPartsIsRefused() throws IOException {
    Path parts = Files.createDirectory(data.directory().resolve("parts"));
    Files.createFile(parts.resolve("part-0.csv"));
    Files.writeString(parts.resolve("part-1.csv"), "class,x,y\n");
    data.train("data.train.path=" + parts)
        .assertRefused(parts + ": found no records in any file of the directory");
  }

  @Test
  void placesThatCannotBeWrittenAreFoundBeforeTheWork() throws IOException {
    Path file = data.write("file", "");
    data.trainInto("file/run", Stream.of()).assertRefused("file/run: the run directory cannot be");
    data.trainInto("file", Stream.of()).assertRefused("file: the run directory cannot be created");
    data.train("store=" + file.resolve("store"))
        .assertRefused("file/store: the model store cannot be written");
    data.train("store=" + file).assertRefused("file: found a file, expected a directory of models");
    assertThat(data.run()).doesNotExist();
    data.train().assertDone();
    Files.createDirectory(data.directory().resolve("out.csv"));
    Files.createDirectory(data.directory().resolve("two.csv.quarantine.jsonl"));
    for (String output : List.of("file/out.csv", "none/out.csv", "out.csv", "two.csv")) {
      CommandLineRun run = data.score("predict", "test.csv", "--output", data.path(output));
      run.assertRefused(data.path(output));
      assertThat(run.err()).contains(" cannot be written: ");
    }
  }
}
