package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Trainings that start from a stored model, by the command line. */
class StartFromModelTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  @TempDir Path directory;
  private TinyData data;

  @BeforeEach
  void train() throws IOException {
    data = TinyData.in(directory);
    data.train("solver.epochs=20").assertDone();
  }

  /** {@code objective} of an epoch, from 0, which no step of block descent lets rise. */
  private double objective(int epoch) throws IOException {
    String line = Files.readAllLines(data.run().resolve("curve.jsonl")).get(epoch);
    JsonNode point = new ObjectMapper().readTree(line);
    return point.get("objective").asDouble();
  }

  private CommandLineRun again(String... settings) throws IOException {
    Files.move(data.run(), directory.resolve("first"));
    return data.train(settings);
  }

  @Test
  void goesOnWithAnotherNumberOfWorkersToo() throws IOException {
    double first = objective(0);
    double last = objective(19);
    again("from={name: tiny}", "parallelism=1", "solver.epochs=1").assertDone();
    assertThat(objective(0)).isLessThan(first).isLessThan(1.000001 * last);
  }

  @Test
  void refusesAModelOfAnotherKernel() throws IOException {
    again("from={name: tiny, version: 1}", "kernel.sigma=2")
        .assertRefused(
            "from is a model of kernel Gaussian[sigma=1.0], this run's is Gaussian[sigma=2.0]");
  }

  @Test
  void refusesAModelThatIsNotThere() throws IOException {
    again("from={name: tiny, version: 7}").assertRefused("from: ");
  }

  @Test
  void refusesAModelOfOtherRows() throws IOException {
    data.write("train.csv", TinyData.rows(60, 3));
    again("from={name: tiny}").assertRefused("from is a model of 60 rows, of which");
  }
}
