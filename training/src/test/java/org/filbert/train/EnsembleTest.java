package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.features.JoinedFourier;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.loss.LogisticLoss;
import org.filbert.model.CurvePoint;
import org.filbert.model.RandomFeatures;
import org.filbert.model.TrainedModel;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.solver.AutomaticSolver;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.system.FeatureOptions;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.train.method.Trial;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnsembleTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");
  private static final int SEED = 7;
  private static final int P = 24;

  private static TrainingBuilder spec(int blockSize, int epochs) {
    return TrainingSpec.of(new Gaussian(1.5))
        .system(EverySystem.fourier(P, RandomFourier.Form.COSINE))
        .solver(BlockDescentOptions.of(blockSize, epochs))
        .precision(Precision.DOUBLE)
        .ridge(0.5)
        .seed(SEED);
  }

  private static TrainingState train(TrainingBuilder spec, List<TrainedModel> models) {
    Records records = new Records(4, false, 3, 61);
    List<Instance> rows = new ArrayList<>(records.of(Role.TRAIN, 150));
    rows.addAll(records.of(Role.TEST, 40));
    Training training = new Training(spec.build());
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
      TrainingState state = training.start(workers);
      while (!training.done(state)) {
        state = training.step(state, workers);
      }
      models.add(training.finish(state, workers).model());
      return state;
    }
  }

  private static double[] scores(TrainedModel model) {
    List<Features> records =
        new Records(4, false, 3, 99)
            .of(Role.TRAIN, 20).stream().map(row -> ((Instance.Example) row).features()).toList();
    return model.scores(records, BACKEND).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {P, P / 2})
  void theModelIsTheMeanOfSeparateSolutions(int blockSize) {
    int epochs = blockSize == P ? 2 : 300;
    List<TrainedModel> models = new ArrayList<>();
    TrainingState together = train(spec(blockSize, epochs).members(3), models);
    List<CurvePoint> separate = new ArrayList<>();
    for (int member = 0; member < 3; member++) {
      long seed = member == 0 ? SEED : Draws.hash(SEED, Purpose.MEMBER, member, 0);
      TrainingState state = train(spec(P, 2).seed(seed), models);
      separate.add(state.progress().ofModel());
    }
    double[] found = scores(models.get(0));
    List<double[]> members = models.subList(1, 4).stream().map(EnsembleTest::scores).toList();
    for (int at = 0; at < found.length; at++) {
      int place = at;
      assertThat(found[at])
          .isCloseTo(
              members.stream().mapToDouble(each -> each[place]).average().orElseThrow(),
              within(1e-8));
    }
    RandomFeatures model = (RandomFeatures) models.get(0).model();
    assertThat(((JoinedFourier) model.map()).maps()).hasSize(3);
    CurvePoint reached = together.progress().ofModel();
    assertThat(reached.objective())
        .isCloseTo(
            separate.stream().mapToDouble(CurvePoint::objective).average().orElseThrow(),
            within(1e-8));
    assertThat(reached.testError()).isEqualTo(testError(models.get(0)));
    assertThat(together.plan().blocks()).isEqualTo(3 * P / blockSize);
  }

  private static double testError(TrainedModel model) {
    Records records = new Records(4, false, 3, 61);
    records.of(Role.TRAIN, 150);
    List<Instance.Example> rows =
        records.of(Role.TEST, 40).stream().map(row -> (Instance.Example) row).toList();
    List<Target> predicted = model.predict(rows.stream().map(Instance.Example::features).toList());
    double wrong = 0;
    for (int i = 0; i < rows.size(); i++) {
      wrong += predicted.get(i).equals(rows.get(i).target()) ? 0 : 1;
    }
    return wrong / rows.size();
  }

  @Test
  void severalRidgesHaveAnEnsembleEach() {
    Records records = new Records(4, false, 3, 61);
    List<Instance> rows = new ArrayList<>(records.of(Role.TRAIN, 150));
    rows.addAll(records.of(Role.VALIDATION, 40));
    List<Double> ridges = List.of(0.5, 5.0, 50.0);
    Training training = new Training(spec(P, 2).ridge(0.5, 5, 50).members(2).build());
    List<Trial> trials;
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
      TrainingState state = training.start(workers);
      while (!training.done(state)) {
        state = training.step(state, workers);
      }
      trials = state.method().trials();
    }
    for (int r = 0; r < ridges.size(); r++) {
      Training single = new Training(spec(P, 2).ridge(ridges.get(r)).members(2).build());
      try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
        TrainingState state = single.start(workers);
        while (!single.done(state)) {
          state = single.step(state, workers);
        }
        CurvePoint alone = state.progress().ofModel();
        CurvePoint beside = trials.get(r).reached();
        assertThat(beside.validationError()).isEqualTo(alone.validationError());
        assertThat(beside.objective()).isCloseTo(alone.objective(), within(1e-9));
      }
    }
  }

  private static void refuses(TrainingBuilder spec, String message) {
    assertThatThrownBy(spec::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void refusesWhatHasNoMembers() {
    refuses(spec(P, 2).members(0), "ensemble.members is 0, must be 1 or more");
    refuses(
        TrainingSpec.of(new Gaussian(1)).members(4),
        "ensemble.members is 4, which needs system: {type: random-features} with map: fourier,"
            + " found full-kernel");
    refuses(
        spec(P, 2)
            .system(EverySystem.nystrom(20, 1e-3))
            .solver(BlockDescentOptions.of(20, 2))
            .members(4),
        "ensemble.members is 4, which needs system: {type: random-features} with map: fourier,"
            + " found nystrom");
    refuses(
        TrainingSpec.of(new Polynomial(2, 1, 1))
            .system(FeatureOptions.of(new Polynomial(2, 1, 1), P))
            .solver(BlockDescentOptions.of(P, 2))
            .members(4),
        "ensemble.members is 4, which needs system.map: fourier, found tensor-sketch");
    refuses(
        spec(7, 2).members(4),
        "ensemble.members is 4, which needs a solver.blockSize that divides system.features, 24,"
            + " found 7");
    refuses(
        spec(P, 2).loss(new LogisticLoss()).members(4),
        "ensemble.members is 4, which needs the square loss and the penalty l2");
    refuses(
        spec(P, 2).solver(new AutomaticSolver()).members(4),
        "ensemble.members is 4, which needs a system and a solver that are given, found auto");
  }
}
