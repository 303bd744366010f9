package org.filbert.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Placement;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.testing.Descent;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final List<Double> RIDGES = List.of(1e-3, 0.1);

  private static Selection choose(
      List<Instance> rows, int workers, OpenChoices open, Kernel kernel) {
    return choose(rows, workers, open, kernel, Criterion.MEAN_SQUARE);
  }

  private static Selection choose(
      List<Instance> rows, int workers, OpenChoices open, Kernel kernel, Criterion by) {
    return choose(rows, workers, open, kernel, by, 0);
  }

  private static Selection choose(
      List<Instance> rows,
      int workers,
      OpenChoices open,
      Kernel kernel,
      Criterion by,
      double leastRidge) {
    try (LocalWorkers local =
        Shards.local(rows, new Placement(7, workers), Backends.choose("auto", "plain"))) {
      Prepared prepared =
          Descent.preparation(new Gaussian(1), Precision.DOUBLE, Storage.DENSE).run(local);
      Selection.Question question =
          new Selection.Question(open, kernel, any -> true, p -> 1.5, RIDGES, leastRidge, by, true);
      return Selection.of(question, prepared.outputs(), Selection.ROWS, 3, local);
    }
  }

  private static List<Instance> rows(int classes, int count) {
    return new Records(3, false, classes, 61).of(Role.TRAIN, count);
  }

  @Test
  void theChoiceDoesNotDependOnTheSpreadOfRows() {
    OpenChoices all = new OpenChoices(true, true, true);
    Selection one = choose(rows(3, 400), 1, all, new Gaussian(1));
    Selection three = choose(rows(3, 400), 3, all, new Gaussian(1));
    // The means that rows are centred by are sums over workers.
    assertThat(three.candidates()).hasSameSizeAs(one.candidates());
    for (int i = 0; i < one.candidates().size(); i++) {
      Candidate candidate = one.candidates().get(i);
      assertThat(three.candidates().get(i).kernel()).isEqualTo(candidate.kernel());
      assertThat(three.candidates().get(i).ridge()).isEqualTo(candidate.ridge());
      assertThat(three.candidates().get(i).meanSquare())
          .isCloseTo(candidate.meanSquare(), within(1e-6));
    }
    assertThat(one.candidates())
        .hasSizeGreaterThan(24); // three widths of eight kernels, and neighbours
    assertThat(one.best().rows()).isEqualTo(400);
    assertThat(one.best().misclassified()).isLessThan(0.1);
    assertThat(one.candidates())
        .filteredOn(candidate -> candidate.rows() == 400)
        .allSatisfy(
            candidate ->
                assertThat(candidate.meanSquare()).isGreaterThanOrEqualTo(one.best().meanSquare()));
  }

  @Test
  void whatIsNotOpenStaysAsItIs() {
    Selection ridge =
        choose(rows(0, 200), 2, new OpenChoices(false, false, true), new Laplacian(2));
    assertThat(ridge.candidates()).hasSize(1);
    assertThat(ridge.best().kernel()).isEqualTo(new Laplacian(2));
    assertThat(ridge.best().ridge()).isNotIn(RIDGES.get(0), 100);
    Selection width =
        choose(rows(0, 200), 2, new OpenChoices(false, true, false), new Laplacian(2));
    assertThat(width.candidates()).hasSizeBetween(5, 9);
    assertThat(width.candidates())
        .allSatisfy(
            candidate -> {
              assertThat(candidate.kernel()).isInstanceOf(Laplacian.class);
              assertThat(candidate.ridge()).isIn(RIDGES.get(0), RIDGES.get(1));
            });
  }

  @Test
  void ridgesThatThePrecisionIsTooCoarseForAreNoCandidates() {
    OpenChoices all = new OpenChoices(true, true, true);
    List<Instance> smooth = of(x -> Math.sin(2 * x));
    double least = Selection.leastRidge(Precision.SINGLE, 1500);
    assertThat(least).isBetween(10e-4 / 3, 1e-3);
    assertThat(Selection.leastRidge(Precision.SINGLE, 6000)).isEqualTo(2 * least);
    assertThat(Selection.leastRidge(Precision.DOUBLE, 1_000_000_000)).isLessThan(1e-6);
    assertThat(choose(smooth, 2, all, new Gaussian(1)).best().ridge()).isLessThan(1e-5);
    assertThat(choose(smooth, 2, all, new Gaussian(1), Criterion.MEAN_SQUARE, least).candidates())
        .allSatisfy(candidate -> assertThat(candidate.ridge()).isGreaterThanOrEqualTo(least));
  }

  @Test
  void aSmoothFunctionTakesASmoothKernelAndARoughOneAnother() {
    OpenChoices all = new OpenChoices(true, true, true);
    assertThat(choose(of(x -> Math.sin(2 * x)), 2, all, new Gaussian(1)).best().kernel())
        .isInstanceOf(Gaussian.class);
    assertThat(choose(of(x -> Math.rint(2 * x) % 2), 2, all, new Gaussian(1)).best().kernel())
        .isNotInstanceOf(Gaussian.class);
  }

  private static List<Instance> of(DoubleUnaryOperator f) {
    return IntStream.range(0, 300)
        .<Instance>mapToObj(
            i -> {
              double x = (i * 0.6180339887) % 1 * 4 - 2;
              return new Instance.Example(
                  Role.TRAIN,
                  i,
                  new Features.Dense(new double[] {x}),
                  new Target.Values(new double[] {f.applyAsDouble(x)}));
            })
        .toList();
  }

  @Test
  void classesAreChosenByErrorOrLogLossIfThatIsAsked() {
    OpenChoices all = new OpenChoices(true, true, true);
    for (Criterion by : Criterion.values()) {
      Selection chosen = choose(rows(3, 200), 2, all, new Gaussian(1), by);
      assertThat(chosen.candidates())
          .isSortedAccordingTo(Candidate.best(by))
          .allSatisfy(candidate -> assertThat(candidate.logLoss()).isBetween(0.0, Math.log(3)));
      assertThat(chosen.best().codes()).isNull(); // classes beside each other need none
    }
    assertThat(choose(rows(0, 200), 2, all, new Gaussian(1)).candidates())
        .allSatisfy(candidate -> assertThat(candidate.logLoss()).isNull());
  }

  /** Three shells of a ball, of which the middle one never has the highest score. */
  private static List<Instance> shells(int count) {
    Random random = new Random(4);
    return IntStream.range(0, count)
        .<Instance>mapToObj(
            i -> {
              double[] x = random.doubles(6, -1, 1).map(u -> 1.7 * u).toArray();
              double square = Arrays.stream(x).map(value -> value * value).sum();
              return new Instance.Example(
                  Role.TRAIN,
                  i,
                  new Features.Dense(x),
                  new Target.ClassName(square < 4.7 ? "a" : square < 6.7 ? "b" : "c"));
            })
        .toList();
  }

  @Test
  void classesBetweenOthersHaveTargetsOfTheirOwn() {
    OpenChoices all = new OpenChoices(true, true, true);
    Candidate plain = choose(shells(500), 2, all, new Gaussian(1), Criterion.MEAN_SQUARE).best();
    Candidate coded = choose(shells(500), 2, all, new Gaussian(1), Criterion.LOG_LOSS).best();
    assertThat(plain.codes()).isNull();
    double[] codes = Objects.requireNonNull(coded.codes());
    assertThat(codes).hasSize(9);
    for (int c = 0; c < 3; c++) {
      assertThat(Outputs.Classes.winner(codes, 3 * c, 3)).isEqualTo(c);
    }
    assertThat(coded.misclassified()).isLessThan(0.6 * plain.misclassified());
    assertThat(coded.logLoss()).isLessThan(Objects.requireNonNull(plain.logLoss()));
  }

  @Test
  void oneRowIsRefused() {
    assertThatThrownBy(
            () -> choose(rows(0, 1), 1, new OpenChoices(false, false, true), new Gaussian(1)))
        .isInstanceOf(RefusedException.class)
        .hasMessage("found 1 training row, a selection by leaving rows out needs 2 or more");
  }
}
