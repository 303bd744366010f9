package org.filbert.train.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.shard.ShardState;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.train.Preparation;
import org.filbert.train.TrainingSpec;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.junit.jupiter.api.Test;

class RowUseTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final int ROWS = 300;

  private static List<Instance> rows() {
    List<Instance> rows = new ArrayList<>(new Records(4, false, 3, 31).of(Role.TRAIN, ROWS));
    rows.addAll(new Records(4, false, 3, 32).of(Role.VALIDATION, 40));
    return rows;
  }

  /** Positions of training rows, then of validation rows. */
  private static List<Set<Long>> used(RowUse use, List<Instance> rows) {
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
      new Preparation(TrainingSpec.of(new Gaussian(1)).rows(use).build()).run(workers);
      List<List<long[]>> positions = workers.gather(new Positions());
      return List.of(all(positions, 0), all(positions, 1));
    }
  }

  private static Set<Long> all(List<List<long[]>> positions, int which) {
    return positions.stream()
        .flatMapToLong(own -> Arrays.stream(own.get(which)))
        .boxed()
        .collect(Collectors.toSet());
  }

  record Positions() implements Task<List<long[]>> {
    @Override
    public List<long[]> run(Worker worker) {
      List<Sample> heldOut = worker.get(ShardState.HELD_OUT);
      return List.of(
          worker.get(ShardState.TRAIN).positions(),
          heldOut.isEmpty() ? new long[0] : heldOut.get(0).positions());
    }
  }

  @Test
  void everyRowIsHeldOutInOneFold() {
    List<Instance> rows = new Records(4, false, 3, 31).of(Role.TRAIN, ROWS);
    int heldOut = 0;
    for (int fold = 0; fold < 4; fold++) {
      List<Set<Long>> used = used(new RowUse(4, fold, 1, false), rows);
      assertThat(used.get(0)).doesNotContainAnyElementsOf(used.get(1));
      assertThat(used.get(0).size() + used.get(1).size()).isEqualTo(ROWS);
      assertThat(used.get(1).size()).isBetween(50, 100);
      heldOut += used.get(1).size();
    }
    assertThat(heldOut).isEqualTo(ROWS);
  }

  @Test
  void aSmallerShareIsPartOfALargerOne() {
    Set<Long> tenth = used(new RowUse(0, 0, 0.1, false), rows()).get(0);
    List<Set<Long>> half = used(new RowUse(0, 0, 0.5, false), rows());
    assertThat(tenth.size()).isBetween(15, 45);
    assertThat(half.get(0).size()).isBetween(120, 180);
    assertThat(half.get(0)).containsAll(tenth);
    assertThat(half.get(1)).hasSize(40); // validation rows all stay
  }

  @Test
  void aClassThatWouldBeGoneKeepsItsRows() {
    List<Instance> rows = rows();
    rows.add(
        new Instance.Example(
            Role.TRAIN, 999, new Features.Dense(new double[4]), new Target.ClassName("rare")));
    for (int share = 1; share < 5; share++) {
      assertThat(used(new RowUse(0, 0, share / 20.0, false), rows).get(0)).contains(999L);
    }
  }

  @Test
  void validationRowsAreLearnedWithPositionsOfTheirOwn() {
    List<Set<Long>> used = used(RowUse.ALL, rows());
    assertThat(used.get(0)).hasSize(ROWS + 40);
    assertThat(used.get(1)).isEmpty();
    assertThat(used.get(0).stream().filter(RowUse::wasValidation).map(RowUse::validationPosition))
        .hasSize(40)
        .allMatch(position -> position < ROWS);
  }

  @Test
  void foldsWithoutRowsAreRefused() {
    List<Instance> rows = new Records(4, false, 3, 31).of(Role.TRAIN, 20);
    assertThatThrownBy(
            () -> {
              for (int fold = 0; fold < 50; fold++) {
                used(new RowUse(50, fold, 1, false), rows);
              }
            })
        .hasMessageMatching(
            "tuning.folds is 50, of which fold \\d+ has none of the 20 training rows: fewer folds"
                + " have more");
    assertThatThrownBy(() -> new RowUse(3, 3, 1, false)).hasMessageContaining("found fold 3 of 3");
  }
}
