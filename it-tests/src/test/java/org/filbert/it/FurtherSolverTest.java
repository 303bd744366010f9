package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A solver that only the tests' class path registers works like the included ones. */
class FurtherSolverTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  private CommandLineRun train(String system, String solver) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("letters.yaml"),
            """
            name: letters
            parallelism: 2
            task: classification
            data:
              train:
                path: ../data/letter-recognition.csv.gz
                format: {type: csv, header: true, label: lettr}
                rows: 1-600
              test:
                path: ../data/letter-recognition.csv.gz
                format: {type: csv, header: true, label: lettr}
                rows: 15001-15100
            preprocessing:
              scaling: {type: divide, by: 15}
            kernel: {type: gaussian, sigma: 0.2}
            system: SYSTEM
            objective: {ridge: 0.3}
            solver: SOLVER
            store: DIRECTORY/store
            """
                .replace("SYSTEM", system)
                .replace("SOLVER", solver)
                .replace("DIRECTORY", directory.toString()));
    return CommandLineRun.of(
        "train", file.toString(), "--out", directory.resolve("run").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          full-kernel     | {type: full-kernel}                    | relativeResidual
          nystrom         | {type: nystrom, landmarks: 100}        | objective
          random-features | {type: random-features, features: 100} | objective
          """)
  void trainsOnEverySystem(String name, String system, String falling) throws IOException {
    train(system, "{type: steepest-descent, epochs: 15}").assertDone();
    JsonNode summary = JSON.readTree(directory.resolve("run/summary.json").toFile());
    assertThat(summary.get("solver").asText()).isEqualTo("steepest-descent/" + name);
    assertThat(summary.get("epochs").asInt()).isEqualTo(15);
    assertThat(summary.get("trainError").asDouble()).isLessThan(0.7);
    List<String> curve = Files.readAllLines(directory.resolve("run/curve.jsonl"));
    assertThat(curve).hasSize(15);
    assertThat(field(falling, curve.get(14))).isLessThan(field(falling, curve.get(0)));
    assertThat(directory.resolve("run/config.yaml")).content().contains("type: steepest-descent");
  }

  private static double field(String name, String line) throws IOException {
    return JSON.readTree(line).get(name).asDouble();
  }

  @Test
  void itsOptionsAreCheckedLikeAllOthers() throws IOException {
    train("{type: full-kernel}", "{type: steepest-descent, epochs: 5, patience: 1}")
        .assertRefused("/letters.yaml:18: solver.patience: unknown key; allowed: epochs, type");
    train("{type: full-kernel}", "{type: steepest-descent}")
        .assertRefused("/letters.yaml:18: solver: lacks the key 'epochs'");
    train("{type: full-kernel}", "{type: steepest, blockSize: 50, epochs: 5}")
        .assertRefused(
            "block-coordinate-descent, conjugate-gradients, coordinate-descent, doubly-stochastic,"
                + " eigenpro, newton-cg, sgd, steepest-descent");
  }
}
