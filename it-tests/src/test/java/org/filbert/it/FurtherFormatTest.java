package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A data format that only the tests' class path registers works like the included ones. */
class FurtherFormatTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  @TempDir Path directory;

  @BeforeEach
  void write() throws IOException {
    Random random = new Random(1);
    try (DataOutputStream out =
        new DataOutputStream(Files.newOutputStream(directory.resolve("rows.bin")))) {
      for (int i = 0; i < 300; i++) {
        float a = random.nextFloat();
        float b = random.nextFloat();
        out.writeFloat(a - 2 * b);
        out.writeFloat(a);
        out.writeFloat(b);
      }
    }
  }

  private CommandLineRun train(String format) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("rows.yaml"),
            """
            name: rows
            parallelism: 2
            task: regression
            data:
              train: {path: DIRECTORY/rows.bin, format: FORMAT}
            kernel: {type: gaussian, sigma: 1}
            objective: {ridge: 0.001}
            solver: {type: block-coordinate-descent, blockSize: 100, epochs: 10}
            preprocessing: {scaling: {type: none}}
            store: DIRECTORY/store
            """
                .replace("FORMAT", format)
                .replace("DIRECTORY", directory.toString()));
    return CommandLineRun.of(
        "train", file.toString(), "--out", directory.resolve("run").toString());
  }

  @Test
  void itsRowsAreLearned() throws IOException {
    train("{type: float-rows, columns: 2}").assertDone();
    JsonNode summary = new ObjectMapper().readTree(directory.resolve("run/summary.json").toFile());
    assertThat(summary.get("trainRmse").asDouble()).isLessThan(0.05);
    assertThat(directory.resolve("run/config.yaml")).content().contains("float-rows");

    CommandLineRun.of(
            "evaluate",
            "--model=rows",
            "--store=" + directory.resolve("store"),
            "--input=" + directory.resolve("rows.bin"))
        .assertDone();
  }

  @Test
  void itIsCheckedLikeAllOthers() throws IOException {
    train("{type: float-rows}").assertRefused("data.train.format.columns");
    train("{type: float-rows, columns: 0}").assertRefused("columns: found 0, allowed 1 or more");
    train("{type: float-rows, columns: 6}")
        .assertRefused("rows.bin: found 3600 bytes, allowed whole rows of 28 bytes");
    train("{type: floatrows, columns: 2}")
        .assertRefused(
            "unknown type 'floatrows' (did you mean 'float-rows'?); allowed: csv, documents,"
                + " float-rows, idx, jsonlines, libsvm, npy, parquet");
  }
}
