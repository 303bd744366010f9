package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Models that are compared, moved, made the latest, and deleted by commands. */
class ModelLifecycleTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  @TempDir Path directory;
  private TinyData data;

  @BeforeEach
  void train() throws IOException {
    data = TinyData.in(directory);
    data.trainInto("first", Stream.empty()).assertDone();
  }

  private CommandLineRun models(String command, String... more) {
    List<String> args = new ArrayList<>(List.of("models", command, "--store", data.path("store")));
    args.addAll(List.of(more));
    return CommandLineRun.of(args.toArray(String[]::new));
  }

  private String predictions(String model) throws IOException {
    CommandLineRun.of(
            "predict",
            "--store",
            data.path("store"),
            "--model",
            model,
            "--input",
            data.path("test.csv"),
            "--scores",
            "--output",
            data.path("out.csv"))
        .assertDone();
    return Files.readString(directory.resolve("out.csv"));
  }

  @Test
  void showsInWhatModelsDiffer() {
    data.trainInto("second", Stream.of("kernel.sigma=2")).assertDone();
    assertThat(models("diff", "tiny@1", "tiny@2").assertDone().out())
        .containsPattern(" +tiny@1 +tiny@2")
        .containsPattern("kernel.sigma +1.0 +2.0")
        .containsPattern("file alpha.matrix +[0-9a-f]{12} +[0-9a-f]{12}")
        .doesNotContain("solver", "model n", "model data");
    assertThat(models("diff", "tiny@1", "tiny@1").assertDone().out())
        .contains("tiny@1 and tiny@1 do not differ");
    models("diff", "tiny@1", "tiny@9").assertRefused("found no model tiny@9, there are [1, 2]");
  }

  @Test
  void anExportedModelIsImportedOnce() throws IOException {
    String before = predictions("tiny");
    models("export", "tiny", "--output", data.path("exported")).assertDone();
    for (int time = 0; time < 2; time++) {
      assertThat(
              models("import", "tiny", "--from", data.path("exported"), "--as", "moved")
                  .assertDone()
                  .out())
          .contains("imported as moved@1");
    }
    assertThat(predictions("moved")).isEqualTo(before);
    models("export", "tiny", "--format", "numpy", "--output", data.path("arrays")).assertDone();
    assertThat(directory.resolve("arrays/alpha.npy")).exists();
    models("export", "tiny", "--format", "onnx", "--output", data.path("tiny.onnx")).assertDone();
    assertThat(directory.resolve("tiny.onnx")).isNotEmptyFile();
    models("export", "tiny", "--format", "onnx", "--output", data.path("tiny.onnx"))
        .assertRefused("found a file, allowed a new one");
    models("export", "tiny", "--format", "onnx", "--interval", "0.9", "--output", data.path("x"))
        .assertRefused("only numbers have intervals");
    models("export", "tiny", "--interval", "0.9", "--output", data.path("x"))
        .assertRefused("--interval: found --format store, allowed with --format onnx");
    models("export", "tiny", "--format", "pmml", "--output", data.path("x"))
        .assertRefused("--format: found pmml, allowed store, numpy or onnx");
    models("import", "other", "--from", data.path("exported"))
        .assertRefused("found no model other, there are [tiny]");
    models("import", "tiny", "--from", data.path("exported"), "--as", "No Name")
        .assertRefused("found model name 'No Name'");
  }

  @Test
  void anEarlierVersionBecomesTheLatestAgain() throws IOException {
    String first = predictions("tiny");
    models("rollback", "tiny").assertRefused("found tiny@1 alone");
    data.trainInto("second", Stream.of("kernel.sigma=0.01")).assertDone();
    assertThat(predictions("tiny")).isNotEqualTo(first);
    assertThat(models("rollback", "tiny").assertDone().out())
        .contains("tiny@3, as tiny@1 was before tiny@2");
    assertThat(predictions("tiny")).isEqualTo(first);
    assertThat(models("promote", "tiny@2").assertDone().out()).contains("tiny@2 is now tiny@4");
    assertThat(predictions("tiny")).isNotEqualTo(first);
    assertThat(models("promote", "tiny@1", "live").assertDone().out()).contains("now live@1");
    assertThat(predictions("live")).isEqualTo(first);
  }

  @Test
  void deletesVersionsAndKeepsTheLatest() {
    models("promote", "tiny").assertDone();
    models("promote", "tiny").assertDone();
    models("delete", "tiny").assertRefused("found tiny, allowed NAME@VERSION");
    models("delete", "tiny@3").assertRefused("the latest version, allowed are the others: [tiny@1");
    models("delete", "tiny@1").assertDone();
    models("show", "tiny@1").assertRefused("there are [2, 3]");
    models("gc", "--keep", "0").assertRefused("--keep: found 0, must be at least 1");
    assertThat(models("gc", "--keep", "1", "--dry-run").assertDone().out())
        .contains("would remove tiny@2");
    assertThat(models("gc", "--keep", "1").assertDone().out()).contains("removed tiny@2");
    models("delete", "tiny@3").assertDone();
    assertThat(models("list").assertDone().out()).contains("no models in");
  }

  @Test
  void removesWhatAKilledWriterHasLeft() throws IOException {
    Path model = directory.resolve("store/tiny");
    Path left = Files.createDirectories(model.resolve("000002"));
    Files.writeString(left.resolve("claim-0123456789abcdef-1"), "");
    Files.writeString(left.resolve("alpha.matrix"), "FILB");
    Path mark = Files.writeString(model.resolve(".runs/0123456789abcdef"), "2\n");
    assertThat(models("gc").assertDone().out()).isEmpty(); // it may be at work
    models("gc", "--older-than", "soon")
        .assertRefused("--older-than: must be a duration such as 500ms");
    FileTime past = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
    for (Path path : List.of(mark, left.resolve("alpha.matrix"))) {
      Files.setLastModifiedTime(path, past);
    }
    assertThat(models("gc").assertDone().out()).contains("abcdef").doesNotContain("000002");
    Files.setLastModifiedTime(left.resolve("claim-0123456789abcdef-1"), past);
    Files.setLastModifiedTime(left, past);
    assertThat(models("gc").assertDone().out()).contains("removed ", "000002");
    assertThat(left).doesNotExist();
    assertThat(mark).doesNotExist();
    models("verify", "tiny").assertDone();
    assertThat(models("gc", "--older-than", "0s").assertDone().out()).isEmpty();
  }
}
