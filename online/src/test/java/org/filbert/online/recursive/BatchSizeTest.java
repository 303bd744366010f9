package org.filbert.online.recursive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.online.Batch;
import org.filbert.online.Columns;
import org.filbert.online.Prediction;
import org.filbert.testing.LetterData;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Stepped;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Batches say how many rows are worked on at once, and nothing else: predictions are the same. */
class BatchSizeTest {
  private static final int D = 3;
  private static final Backend BACKEND = Backends.choose("auto", "plain");

  /** A row and its target. */
  private record Row(double[] x, @Nullable Target target) {}

  /** A stream. */
  private enum Kind {
    /** A third class comes late; some rows have no label. */
    CLASSES {
      @Override
      Row row(int number, Random random) {
        double[] x = normal(random);
        double side = Math.cos(number / 300.0) * x[0] + x[1] * x[2];
        String name = number > 700 && side > 1 ? "c" : side > 0 ? "b" : "a";
        return new Row(x, random.nextInt(4) == 0 ? null : new Target.ClassName(name));
      }
    },
    /** Features have another unit from some row on; what was learned holds in it. */
    UNITS {
      @Override
      Row row(int number, Random random) {
        double[] x = normal(random);
        Target target = new Target.ClassName(x[0] * x[1] > 0 ? "b" : "a");
        if (number > 900) {
          x[0] = 100 * x[0] + 1000;
        }
        return new Row(x, target);
      }
    },
    /** With other units the rule is another one. */
    RULE {
      @Override
      Row row(int number, Random random) {
        double[] x = normal(random);
        Target target = new Target.ClassName(x[0] * x[1] > 0 == number > 900 ? "b" : "a");
        if (number > 900) {
          Arrays.setAll(x, j -> 100 * x[j] + 1000);
        }
        return new Row(x, target);
      }
    },
    /** A feature that only grows is tried in another scaling again and again, in vain. */
    TIME {
      @Override
      Row row(int number, Random random) {
        double[] x = normal(random);
        x[2] = number;
        boolean noise = random.nextInt(5) == 0;
        return new Row(x, new Target.ClassName(x[0] > 0 == noise ? "b" : "a"));
      }
    },
    /** Numbers, some of them wrong by far. */
    NUMBERS {
      @Override
      Row row(int number, Random random) {
        double[] x = normal(random);
        double y = 1000 + 50 * Math.sin(x[0] + number / 500.0) + random.nextGaussian();
        return new Row(
            x,
            random.nextInt(3) == 0
                ? null
                : new Target.Values(new double[] {number % 400 == 399 ? 1e9 : y}));
      }
    };

    abstract Row row(int number, Random random);

    private static double[] normal(Random random) {
      double[] x = new double[D];
      Arrays.setAll(x, j -> random.nextGaussian());
      return x;
    }

    Columns columns() {
      return this == NUMBERS
          ? new Columns.Values(new double[1])
          : new Columns.OpenClasses(List.of());
    }
  }

  private static RecursiveOptions options(int firstRows, int inputs) {
    List<ExpertOptions> experts = new ArrayList<>();
    double wide = Math.sqrt(inputs);
    experts.add(expert(0.6 * wide, 64, 0.99, inputs));
    experts.add(expert(0.6 * wide, 64, 0.9, inputs));
    experts.add(expert(0.2 * wide, 30, 1, inputs));
    experts.add(expert(0.3 * wide, 700, 0.999, inputs));
    return new RecursiveOptions(experts, Precision.DOUBLE, 32, firstRows, 1 << 20);
  }

  private static ExpertOptions expert(double sigma, int features, double memory, int inputs) {
    return new ExpertOptions(
        new RandomFourier(new Gaussian(sigma), inputs, features, 1, RandomFourier.Form.COSINE_SINE),
        memory,
        0.01);
  }

  private static Batch batch(List<Row> rows, int first) {
    Matrix x = Matrix.zeros(Precision.DOUBLE, rows.size(), rows.get(0).x().length);
    List<String> ids = new ArrayList<>();
    List<@Nullable Target> targets = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      x.write(i, i + 1, rows.get(i).x());
      ids.add(String.valueOf(first + i));
      targets.add(rows.get(i).target());
    }
    return new Batch(new DenseRows(x), ids, targets, new long[rows.size()], null);
  }

  private static List<Prediction> predictions(
      RecursiveLearner learner, List<Row> rows, int size, int count) {
    List<Prediction> predictions = new ArrayList<>();
    List<Worker> all =
        IntStream.range(0, count).mapToObj(i -> new Worker(i, count, BACKEND)).toList();
    try (LocalWorkers workers = new LocalWorkers(all)) {
      RecursiveState state = learner.start(workers);
      for (int from = 0; from < rows.size(); from += size) {
        int to = Math.min(rows.size(), from + size);
        Stepped<RecursiveState, Prediction> stepped =
            learner.step(state, batch(rows.subList(from, to), from), workers);
        predictions.addAll(stepped.outputs());
        state = stepped.state();
      }
    }
    return predictions;
  }

  private static void assertSame(List<Prediction> found, List<Prediction> expected) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      Prediction one = expected.get(i);
      assertThat(found.get(i).id()).isEqualTo(one.id());
      assertThat(found.get(i).step()).as("row %s", i).isEqualTo(one.step());
      double size = Math.max(1, Arrays.stream(one.scores()).map(Math::abs).max().orElse(0));
      assertThat(found.get(i).scores())
          .as("row %s", i)
          .containsExactly(one.scores(), within(1e-7 * size));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void predictionsAreThoseOfBatchesOfOne(Kind stream) {
    Random random = new Random(3);
    List<Row> rows = IntStream.range(0, 1500).mapToObj(i -> stream.row(i, random)).toList();
    RecursiveLearner learner = new RecursiveLearner(options(200, D), stream.columns());
    List<Prediction> expected = predictions(learner, rows, 1, 1);
    assertSame(predictions(learner, rows, 64, 1), expected);
    assertSame(predictions(learner, rows, 1500, 2), expected);
    assertSame(predictions(learner, rows, 7, 3), expected);
  }

  @ParameterizedTest
  @CsvSource({"0, SPREADS", "100, RANKS"})
  void predictionsAreThoseOfBatchesOfOneWithoutWatch(int firstRows, FirstRowsUse use) {
    Random random = new Random(4);
    List<Row> rows = IntStream.range(0, 900).mapToObj(i -> Kind.CLASSES.row(i, random)).toList();
    RecursiveLearner learner =
        new RecursiveLearner(options(firstRows, D), Kind.CLASSES.columns(), use);
    List<Prediction> expected = predictions(learner, rows, 1, 1);
    assertThat(expected.stream().map(Prediction::label).filter(Objects::nonNull)).contains("c");
    assertSame(predictions(learner, rows, 64, 1), expected);
    assertSame(predictions(learner, rows, 300, 2), expected);
  }

  /** On rows of a file, of which fewer are predicted wrongly than a given share. */
  private static void assertSameOnFile(List<Row> rows, double most) {
    RecursiveLearner learner =
        new RecursiveLearner(
            options(500, rows.get(0).x().length), new Columns.OpenClasses(List.of()));
    List<Prediction> expected = predictions(learner, rows, 1, 1);
    for (int size : new int[] {7, 64}) {
      assertSame(predictions(learner, rows, size, 1), expected);
    }
    double wrong =
        expected.stream()
            .filter(
                each ->
                    !(each.target() instanceof Target.ClassName name
                        && name.name().equals(each.label())))
            .count();
    assertThat(wrong / rows.size()).isLessThan(most);
  }

  @Test
  void lettersInTheirOrder() {
    List<Row> rows = new ArrayList<>();
    for (Instance instance : LetterData.instances(1500, 0)) {
      Instance.Example letter = (Instance.Example) instance;
      rows.add(new Row(((Features.Dense) letter.features()).values(), letter.target()));
    }
    assertSameOnFile(rows, 0.7);
  }

  /** Prices and demand of electricity, whose labels hang together in time. */
  @Test
  void electricityInTheOrderOfTime() throws IOException {
    Path file = Path.of("..", "data", "elec2", "elecNormNew.csv.gz");
    assumeTrue(Files.exists(file), "data/elec2 is not here: ./filbert data get elec2 fetches it");
    List<Row> rows = new ArrayList<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      reader.lines().skip(1).limit(1500).forEach(line -> rows.add(electricity(line)));
    }
    assertSameOnFile(rows, 0.1);
  }

  private static Row electricity(String line) {
    String[] cells = line.split(",");
    double[] x = Arrays.stream(cells, 0, 8).mapToDouble(Double::parseDouble).toArray();
    return new Row(x, new Target.ClassName(cells[8]));
  }
}
