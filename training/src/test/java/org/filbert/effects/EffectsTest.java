package org.filbert.effects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.MetricOptions;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.RowEncoder;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellKind;
import org.filbert.table.DateColumn;
import org.filbert.table.DatePart;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.filbert.train.TrainingSpec;
import org.junit.jupiter.api.Test;

class EffectsTest {
  private static final int ROWS = 300;

  private final double[][] x = new double[ROWS][];

  EffectsTest() {
    Random random = new Random(7);
    Arrays.setAll(x, i -> random.doubles(3, -1, 1).toArray());
  }

  private List<Instance.Example> examples(ToDoubleFunction<double[]> truth) {
    List<Instance.Example> examples = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Target target = new Target.Values(new double[] {truth.applyAsDouble(x[i])});
      examples.add(new Instance.Example(Role.TRAIN, i, new Features.Dense(x[i]), target));
    }
    return examples;
  }

  private static Effects effects(
      TrainedModel model, List<Instance.Example> examples, List<String> names) {
    return Effects.of(model, examples.subList(0, 200), names, Backends.best()).orElseThrow();
  }

  private static Effect effect(Effects effects, String input) {
    return effects.inputs().stream()
        .filter(effect -> effect.input().equals(input))
        .findFirst()
        .orElseThrow();
  }

  private static void assertCurve(Effect effect, ToDoubleFunction<Double> truth, double tolerance) {
    Effect.Curve curve = effect.curves().get(0);
    double mean = Arrays.stream(curve.mean()).average().orElseThrow();
    double ofTruth =
        effect.values().stream().mapToDouble(v -> truth.applyAsDouble(v.at())).average().orElse(0);
    for (int v = 0; v < curve.mean().length; v++) {
      double expected = truth.applyAsDouble(effect.values().get(v).at()) - ofTruth;
      assertThat(curve.mean()[v] - mean).isCloseTo(expected, within(tolerance));
      assertThat(curve.low()[v]).isCloseTo(curve.mean()[v], within(2 * tolerance));
      assertThat(curve.high()[v]).isCloseTo(curve.mean()[v], within(2 * tolerance));
    }
  }

  @Test
  void theTermsOfASumAreFoundAndAnInputWithoutUseIsFlat() {
    List<Instance.Example> examples = examples(row -> 100 + Math.sin(2 * row[0]) + row[1] * row[1]);
    TrainedModel model = TrainingSpec.of(new Gaussian(1)).ridge(1e-3).train(examples);
    Effects effects = effects(model, examples, List.of("wave", "bowl", "none"));
    assertThat(effects.order()).isEqualTo(Effects.Order.RANGE);
    assertThat(effects.quantity()).isEqualTo(Effects.Quantity.PREDICTION);
    assertThat(effects.inputs()).extracting(Effect::input).containsExactly("wave", "bowl", "none");
    assertThat(effect(effects, "wave").values()).hasSize(NumberGrid.VALUES);
    assertCurve(effect(effects, "wave"), at -> Math.sin(2 * at), 0.04);
    assertCurve(effect(effects, "bowl"), at -> at * at, 0.04);
    assertCurve(effect(effects, "none"), at -> 0, 0.04);
    assertThat(effect(effects, "none").curves().get(0).mean()[0]).isBetween(99.0, 102.0);
  }

  @Test
  void theBandOfAProductIsAsWideAsTheOtherFactorMakesIt() {
    List<Instance.Example> examples = examples(row -> row[0] * row[1]);
    TrainedModel model = TrainingSpec.of(new Gaussian(1)).ridge(1e-3).train(examples);
    Effect.Curve curve = effect(effects(model, examples, List.of()), "input 1").curves().get(0);
    int last = curve.mean().length - 1;
    assertThat(curve.mean()[last] - curve.mean()[0]).isCloseTo(0, within(0.2));
    assertThat(curve.high()[last] - curve.low()[last]).isCloseTo(1.6, within(0.3));
    assertThat(curve.high()[last / 2] - curve.low()[last / 2]).isLessThan(0.3);
  }

  @Test
  void theSameModelHasTheSameBits() {
    List<Instance.Example> examples = examples(row -> row[0]);
    TrainedModel model = TrainingSpec.of(new Gaussian(1)).ridge(1e-3).train(examples);
    Effects one = effects(model, examples, List.of());
    Effects other = effects(model, examples, List.of());
    assertThat(one.inputs()).hasSize(3);
    assertThat(one).usingRecursiveComparison().isEqualTo(other);
    assertThat(one.inputs().get(0).input()).isEqualTo("input 1");
  }

  @Test
  void aMetricTellsTheOrder() {
    List<Instance.Example> examples = examples(row -> Math.sin(3 * row[2]));
    TrainedModel model =
        TrainingSpec.of(new Gaussian(1))
            .metric(MetricOptions.of(MetricOptions.Learn.DIAGONAL))
            .train(examples);
    Effects effects = effects(model, examples, List.of());
    assertThat(effects.order()).isEqualTo(Effects.Order.METRIC);
    assertThat(effects.inputs().get(0).input()).isEqualTo("input 3");
    assertThat(effects.inputs().get(0).share()).isGreaterThan(0.8);
    assertCurve(effects.inputs().get(0), at -> Math.sin(3 * at), 0.05);
  }

  @Test
  void ofTwoClassesItIsTheScoreOrProbabilityOfTheSecond() {
    List<Instance.Example> examples = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Target target = new Target.ClassName(x[i][0] > 0 ? "yes" : "no");
      examples.add(new Instance.Example(Role.TRAIN, i, new Features.Dense(x[i]), target));
    }
    TrainedModel model = TrainingSpec.of(new Gaussian(1)).ridge(1e-2).train(examples);
    assertThat(((Outputs.Classes) model.outputs()).names()).containsExactly("no", "yes");
    Effects effects = effects(model, examples, List.of());
    Effect.Curve curve = effects.inputs().get(0).curves().get(0);
    assertThat(effects.quantity()).isEqualTo(Effects.Quantity.SCORE);
    assertThat(curve.output()).isEqualTo("yes");
    assertThat(curve.mean()[0]).isLessThan(-0.7);
    assertThat(curve.mean()[curve.mean().length - 1]).isGreaterThan(0.7);
  }

  @Test
  void ofMoreClassesTheThreeMostFrequentAreShown() {
    List<Instance.Example> examples = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Target target = new Target.ClassName(i % 10 == 0 ? "a" : List.of("b", "c", "d").get(i % 3));
      examples.add(new Instance.Example(Role.TRAIN, i, new Features.Dense(x[i]), target));
    }
    TrainedModel model = TrainingSpec.of(new Gaussian(1)).ridge(1).train(examples);
    assertThat(effects(model, examples, List.of()).inputs().get(0).curves())
        .extracting(Effect.Curve::output)
        .containsExactly("b", "c", "d");
  }

  /** The model of a sum over features. */
  private static TrainedModel linear(RowEncoder encoder, double... weights) {
    Matrix centre = Matrix.of(Precision.DOUBLE, 1, weights.length, weights);
    return new TrainedModel(
        encoder,
        new Outputs.Targets(new double[] {0}),
        new KernelExpansion(
            new Linear(), new DenseRows(centre), Matrix.of(Precision.DOUBLE, 1, 1, 1)),
        new Provenance("", "", 1, new TreeMap<>(), List.of()));
  }

  /** A table whose columns have the effects 2·number, 5 for red and 1 for a month. */
  @Test
  void cellsOfEveryKindHaveTheirValuesAsTheTableWritesThem() {
    TableEncoder table =
        new TableEncoder(
            List.of(
                new TableColumn("size", true, new NumberColumn(0, 0, 1, false)),
                new TableColumn(
                    "colour", false, new CategoryColumn(List.of("blue", "red"), 0, null, false)),
                new TableColumn("same", true, new NumberColumn(0, 0, 1, false)),
                new TableColumn(
                    "month",
                    true,
                    new DateColumn(
                        CellKind.ISO_DATE,
                        List.of(DatePart.MONTH),
                        false,
                        new double[] {0},
                        new double[] {1},
                        false),
                    "d.M.uuuu",
                    null)),
            List.of());
    RowEncoder encoder =
        new TablePreprocessing(
            table, new Preprocessing(5, false, Precision.DOUBLE, new double[0], new double[0]));
    TrainedModel model = linear(encoder, 2, 0, 5, 0, 1);
    List<Instance.Example> examples = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      List<String> cells =
          Arrays.asList(
              Integer.toString(i % 5),
              i % 4 == 0 ? null : i % 4 == 1 ? "blue" : "red",
              "7",
              "2026-%02d-07".formatted(1 + i % 9));
      Target target = new Target.Values(new double[] {0});
      examples.add(new Instance.Example(Role.TRAIN, i, Features.Cells.of(cells), target));
    }
    Effects effects = effects(model, examples, List.of());
    assertThat(effects.inputs())
        .extracting(Effect::input)
        .containsExactlyInAnyOrder("size", "colour", "month");
    Effect size = effect(effects, "size");
    assertThat(size.values())
        .extracting(Effect.Value::text)
        .containsExactly("0", "1", "2", "3", "4");
    assertCurve(size, at -> 2 * at, 1e-9);
    Effect colour = effect(effects, "colour");
    assertThat(colour.kind()).isEqualTo(Effect.Kind.CATEGORY);
    assertThat(colour.values())
        .extracting(Effect.Value::text)
        .containsExactly("red", "blue", CellInput.MISSING);
    double[] mean = colour.curves().get(0).mean();
    assertThat(mean[0] - mean[1]).isCloseTo(5, within(1e-9));
    assertThat(mean[1] - mean[2]).isCloseTo(0, within(1e-9));
    Effect month = effect(effects, "month");
    assertThat(month.kind()).isEqualTo(Effect.Kind.TIME);
    assertThat(month.values().get(8).text()).isEqualTo("7.9.2026");
    double[] byMonth = month.curves().get(0).mean();
    assertThat(byMonth[8] - byMonth[0]).isCloseTo(8, within(1e-9));
  }

  @Test
  void aModelOfSparseRowsHasNone() {
    RowEncoder sparse = new Preprocessing(5, true, Precision.DOUBLE, new double[0], new double[0]);
    assertThat(VariedInputs.of(sparse, List.of())).isEmpty();
  }
}
