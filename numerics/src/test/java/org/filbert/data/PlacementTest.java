package org.filbert.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.filbert.testing.Records;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private static final Records RECORDS = new Records(1, false, 2, 1);

  @Test
  void spreadsRecordsEvenly() {
    int workers = 7;
    int records = 20_000;
    for (Role role : Role.values()) {
      int[] counts = new int[workers];
      for (long position = 0; position < records; position++) {
        counts[new Placement(1, workers).worker(bad(role, position))]++;
      }
      double expected = (double) records / workers;
      double chiSquare = 0;
      for (int count : counts) {
        chiSquare += (count - expected) * (count - expected) / expected;
      }
      // Six degrees of freedom: a fair spread exceeds 22.46 once in a thousand times.
      assertThat(chiSquare).isLessThan(22.46);
    }
  }

  @Test
  void isPinned() {
    List<Integer> workers = new ArrayList<>();
    for (long position = 0; position < 8; position++) {
      workers.add(new Placement(7, 4).worker(bad(Role.TRAIN, position)));
    }
    assertThat(workers).containsExactly(1, 3, 2, 0, 0, 2, 0, 0);
  }

  @Test
  void theOrderInAShardDoesNotDependOnArrival() {
    List<Instance> instances = RECORDS.of(Role.TRAIN, 500);
    List<Instance> arrived = new ArrayList<>(instances);
    Collections.shuffle(arrived, new Random(1));
    Placement placement = new Placement(3, 2);
    assertThat(placement.shuffle(arrived))
        .isEqualTo(placement.shuffle(instances))
        .isNotEqualTo(instances)
        .containsExactlyInAnyOrderElementsOf(instances);
    assertThat(new Placement(4, 2).shuffle(instances)).isNotEqualTo(placement.shuffle(instances));
  }

  @Test
  void theOrderInAShardSaysNothingOfTheOrderInTheInput() {
    List<Instance> shuffled = new Placement(3, 1).shuffle(RECORDS.of(Role.TRAIN, 2000));
    double correlation = 0;
    for (int i = 0; i < shuffled.size(); i++) {
      correlation += (i - 999.5) * (shuffled.get(i).position() - 999.5);
    }
    // A random order has a rank correlation of standard deviation 1/√(n - 1).
    correlation /= 2000 * (2000.0 * 2000 - 1) / 12;
    assertThat(Math.abs(correlation)).isLessThan(4 / Math.sqrt(1999));
  }

  @Test
  void rolesArePlacedIndependently() {
    Placement placement = new Placement(1, 1 << 20);
    Set<Integer> workers = new HashSet<>();
    for (Role role : Role.values()) {
      workers.add(placement.worker(bad(role, 5)));
    }
    assertThat(workers).hasSize(3);
  }

  private static Instance bad(Role role, long position) {
    return new Instance.Bad(role, position, "place", "reason", "text");
  }
}
