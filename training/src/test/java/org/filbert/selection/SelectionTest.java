package org.filbert.selection;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.filbert.calibration.Sigmoid;
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
import org.filbert.train.rows.ClassWeights;
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
  void classesAreChosenByWhatIsAsked() {
    OpenChoices all = new OpenChoices(true, true, true);
    for (Criterion by : EnumSet.complementOf(EnumSet.of(Criterion.MAE))) {
      Selection chosen = choose(rows(3, 200), 2, all, new Gaussian(1), by);
      assertThat(chosen.candidates())
          .isEqualTo(sorted(chosen.candidates(), by))
          .allSatisfy(candidate -> assertThat(candidate.logLoss()).isBetween(0.0, Math.log(3)));
      assertThat(chosen.best().codes()).isNull(); // classes beside each other need none
    }
    assertThat(choose(rows(0, 200), 2, all, new Gaussian(1)).candidates())
        .allSatisfy(candidate -> assertThat(candidate.logLoss()).isNull());
    Selection byMae = choose(rows(0, 200), 2, all, new Gaussian(1), Criterion.MAE);
    assertThat(byMae.candidates())
        .isEqualTo(sorted(byMae.candidates(), Criterion.MAE))
        .allSatisfy(
            each ->
                assertThat(each.loss())
                    .isBetween(0.1 * requireNonNull(each.rmse()), requireNonNull(each.rmse())));
  }

  private static List<Candidate> sorted(List<Candidate> candidates, Criterion by) {
    List<Candidate> all = new ArrayList<>(candidates);
    Selection.sort(all, by);
    return all;
  }

  /** One row of 20 is of class b, more likely where x is above 1. */
  private static List<Instance> rare(int count) {
    Random random = new Random(6);
    return IntStream.range(0, count)
        .<Instance>mapToObj(
            i -> {
              double x = random.nextGaussian();
              boolean rare = random.nextDouble() < (x > 1.2 ? 0.6 : 0.01);
              return new Instance.Example(
                  Role.TRAIN,
                  i,
                  new Features.Dense(new double[] {x, random.nextGaussian()}),
                  new Target.ClassName(rare ? "b" : "a"));
            })
        .toList();
  }

  @Test
  void aRareClassHasTargetsWhoseMiddleTellsTheLikelierOne() {
    List<Instance> rows = rare(800);
    OpenChoices all = new OpenChoices(true, true, true);
    Candidate plain = choose(rows, 2, all, new Gaussian(1), Criterion.LOG_LOSS).best();
    List<Candidate> found = new ArrayList<>();
    for (int workers : new int[] {1, 3}) {
      try (LocalWorkers local =
          Shards.local(rows, new Placement(7, workers), Backends.choose("auto", "plain"))) {
        Prepared prepared =
            Descent.preparation(new Gaussian(1), Precision.DOUBLE, Storage.DENSE).run(local);
        assertThat(new ClassWeights.Automatic().apply(prepared.outputs(), local))
            .singleElement()
            .asString()
            .startsWith("class b has ")
            .endsWith(" others in what is learned (objective.classWeights: auto)");
        Selection.Question question =
            new Selection.Question(
                all, new Gaussian(1), any -> true, p -> 1.5, RIDGES, 0, Criterion.LOG_LOSS, true);
        found.add(Selection.of(question, prepared.outputs(), Selection.ROWS, 3, local).best());
      }
    }
    Candidate centred = found.get(0);
    double[] codes = requireNonNull(centred.codes());
    assertThat(codes[1] - codes[0]).isEqualTo(2);
    assertThat(codes[0]).isBetween(-1.95, -1.0); // the rows of b pull the scores up
    assertThat(found.get(1).codes()).isEqualTo(codes);
    assertThat(requireNonNull(centred.logLoss()))
        .isLessThan(1.05 * requireNonNull(plain.logLoss()));
    assertThat(centred.misclassified()).isLessThan(1.1 * plain.misclassified());
    double half = ((Sigmoid) requireNonNull(centred.calibration())).of(new double[] {0}, 0, 1)[1];
    assertThat(half).isCloseTo(0.5, within(0.01));
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
    double[] codes = requireNonNull(coded.codes());
    assertThat(codes).hasSize(9);
    for (int c = 0; c < 3; c++) {
      assertThat(Outputs.Classes.winner(codes, 3 * c, 3)).isEqualTo(c);
    }
    assertThat(coded.misclassified()).isLessThan(0.6 * plain.misclassified());
    assertThat(coded.logLoss()).isLessThan(requireNonNull(plain.logLoss()));
  }

  @Test
  void oneRowIsRefused() {
    assertThatThrownBy(
            () -> choose(rows(0, 1), 1, new OpenChoices(false, false, true), new Gaussian(1)))
        .isInstanceOf(RefusedException.class)
        .hasMessage("found 1 training row, a selection by leaving rows out needs 2 or more");
  }

  private static Candidate candidate(Kernel kernel, double ridge, int rows, double meanSquare) {
    return new Candidate(kernel, ridge, rows, meanSquare, 0, null, null, null, null, null);
  }

  @Test
  void ofWidthsThatAreAsGoodTheOneWithTheLargestRidgeComesFirst() {
    Candidate best = candidate(new Gaussian(8), 1e-5, 2000, 1);
    Candidate asGood = candidate(new Gaussian(4), 1e-3, 2000, 1.0015);
    Candidate worse = candidate(new Gaussian(2), 1e-2, 2000, 1.003);
    Candidate ofFewer = candidate(new Gaussian(3), 1, 500, 0.9);
    Candidate another = candidate(new Laplacian(4), 1e-1, 2000, 1.001);
    List<Candidate> all = new ArrayList<>(List.of(ofFewer, worse, another, asGood, best));
    Selection.sort(all, Criterion.MEAN_SQUARE);
    assertThat(all).containsExactly(asGood, best, another, worse, ofFewer);
  }
}
