package org.filbert.train.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backends;
import org.filbert.testing.Shards;
import org.filbert.train.Trained;
import org.filbert.train.Training;
import org.filbert.train.TrainingSpec;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;

class KeptExamplesTest {
  private static final int COUNT = 700;

  private static List<Instance> rows(IntFunction<Features> features) {
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      Role role = i % 7 == 0 ? Role.TEST : Role.TRAIN;
      Target target = new Target.Values(new double[] {i % 3});
      rows.add(new Instance.Example(role, i, features.apply(i), target));
    }
    return rows;
  }

  private static LocalWorkers workers(List<Instance> rows, int parallelism) {
    return Shards.local(rows, new Placement(3, parallelism), Backends.best());
  }

  private static List<Instance.Example> kept(List<Instance> rows, int parallelism) {
    try (LocalWorkers workers = workers(rows, parallelism)) {
      KeptExamples.keep(3, workers);
      return KeptExamples.kept(3, workers);
    }
  }

  @Test
  void theSampleOfTrainingRowsDoesNotDependOnTheWorkers() {
    List<Instance> rows = rows(i -> new Features.Dense(new double[] {i}));
    List<Instance.Example> kept = kept(rows, 1);
    assertThat(kept).hasSize(KeptExamples.ROWS).doesNotHaveDuplicates();
    assertThat(kept).extracting(Instance.Example::role).containsOnly(Role.TRAIN);
    assertThat(kept(rows, 3)).isEqualTo(kept);
  }

  @Test
  void ofWideRecordsThereAreFewerAndDocumentsAreNotKept() {
    double[] wide = new double[1 << 14];
    assertThat(kept(rows(i -> new Features.Dense(wide)), 2)).hasSize(64);
    assertThat(kept(rows(i -> new Features.Text("a document")), 2)).isEmpty();
  }

  @Test
  void aTrainingEndsWithThemIfItIsAsked() {
    TrainingSpec spec = TrainingSpec.of(new Gaussian(1)).build();
    List<Instance> rows = rows(i -> new Features.Dense(new double[] {i % 10, i % 11}));
    try (LocalWorkers workers = workers(rows, 2)) {
      Trained trained = new Training(spec).keepingExamples().run(workers);
      assertThat(trained.examples()).hasSize(KeptExamples.ROWS);
    }
    try (LocalWorkers workers = workers(rows, 2)) {
      assertThat(new Training(spec).run(workers).examples()).isEmpty();
    }
  }
}
