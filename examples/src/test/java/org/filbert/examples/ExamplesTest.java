package org.filbert.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every example runs, and comes to something. */
class ExamplesTest {
  private static final String DATA = "../data/letter-recognition.csv.gz";
  private static final Pattern RIGHT = Pattern.compile("(\\d+) of 1000 letters are right\n");

  @TempDir Path directory;

  interface Program {
    void main(String... args) throws Exception;
  }

  @Test
  void trainsAndPredictsWithoutFlink() throws Exception {
    assertThat(right(output(TrainAndPredict::main, DATA))).isGreaterThan(850);
  }

  @Test
  void trainsInAJobAndPredictsInAnother() throws Exception {
    String store = directory.toString();
    assertThat(output(TrainInJob::main, DATA, store)).isEqualTo("model 1\n");
    assertThat(right(output(ScoreStream::main, DATA, store))).isGreaterThan(850);
  }

  @Test
  void isAStageOfAPipeline() throws Exception {
    assertThat(right(output(FlinkMlPipeline::main, DATA, directory.toString()))).isGreaterThan(850);
  }

  @Test
  void learnsOnline() throws Exception {
    String output = output(LearnOnline::main, DATA);
    int[] wrong =
        output
            .lines()
            .mapToInt(line -> Integer.parseInt(line.replaceAll(".* (\\d+) were wrong", "$1")))
            .toArray();
    assertThat(wrong).hasSize(5);
    assertThat(wrong[4]).isLessThan(wrong[0]).isLessThan(1000);
  }

  private static int right(String output) {
    Matcher matcher = RIGHT.matcher(output);
    assertThat(matcher.matches()).as(output).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  static String output(Program program, String... args) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      program.main(args);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
