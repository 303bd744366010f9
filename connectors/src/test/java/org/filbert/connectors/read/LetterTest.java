package org.filbert.connectors.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.filbert.connectors.TestInput.csv;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.describe;
import static org.filbert.connectors.TestInput.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.junit.jupiter.api.Test;

/** The UCI Letter data that come with the project. */
class LetterTest {
  private static final Path FILE = Path.of("../data/letter-recognition.csv.gz");

  @Test
  void trainingAndTestRows() throws IOException {
    List<Instance> train = rows("1-15000");
    List<Instance> test = rows("15001-20000");
    assertThat(train).hasSize(15_000);
    assertThat(test).hasSize(5_000);
    assertThat(describe(train.get(0)))
        .isEqualTo(
            "[2.0, 8.0, 3.0, 5.0, 1.0, 8.0, 13.0, 0.0, 6.0, 6.0, 10.0, 8.0, 0.0, 8.0, 0.0, 8.0]"
                + " -> T");
    assertThat(train.get(14_999).position()).isLessThan(test.get(0).position());
    assertThat(train)
        .map(instance -> ((Instance.Example) instance).target())
        .doesNotContainNull()
        .extracting(target -> ((Target.ClassName) target).name())
        .containsOnly("ABCDEFGHIJKLMNOPQRSTUVWXYZ".split(""));
  }

  private static List<Instance> rows(String range) throws IOException {
    return read(
        dataSet(FILE, csv(true, "lettr"), range, OnBadRecord.FAIL, TaskKind.CLASSIFICATION, true));
  }
}
