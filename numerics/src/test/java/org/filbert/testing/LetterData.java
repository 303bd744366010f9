package org.filbert.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;

/** UCI Letter Recognition, by convention rows 1-15,000 for training and the rest for testing. */
public final class LetterData {
  public static final int TRAIN_ROWS = 15_000;
  public static final int TEST_ROWS = 5_000;

  private LetterData() {}

  /** The first rows of the training part and of the test part, as instances. */
  public static List<Instance> instances(int train, int test) {
    List<String[]> rows = rows();
    List<Instance> instances = new ArrayList<>();
    for (int i = 0; i < train; i++) {
      instances.add(instance(Role.TRAIN, i, rows.get(i)));
    }
    for (int i = 0; i < test; i++) {
      instances.add(instance(Role.TEST, i, rows.get(TRAIN_ROWS + i)));
    }
    return instances;
  }

  private static Instance instance(Role role, long position, String[] cells) {
    double[] values =
        Arrays.stream(cells, 1, cells.length).mapToDouble(Double::parseDouble).toArray();
    String name = cells[0].replace("\"", "");
    return new Instance.Example(
        role, position, new Features.Dense(values), new Target.ClassName(name));
  }

  private static List<String[]> rows() {
    Path file = Path.of("..", "data", "letter-recognition.csv.gz");
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).map(line -> line.split(",")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
