package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BlockLayoutTest {
  static Stream<BlockLayout> layouts() {
    return Stream.of(
            List.of(1), List.of(17), List.of(8, 9), List.of(0, 5, 3), List.of(100, 90, 97, 120))
        .flatMap(
            shards ->
                IntStream.of(1, 2, 3, 7, 16, 50, 1000)
                    .mapToObj(blockSize -> BlockLayout.of(blockSize, shards)));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void blocksCoverEveryRowOnceAndNoneIsEmpty(BlockLayout layout) {
    for (int w = 0; w < layout.shardRows().size(); w++) {
      int next = 0;
      for (int block = 0; block < layout.blocks(); block++) {
        assertThat(layout.from(w, block)).isEqualTo(next);
        next = layout.to(w, block);
      }
      assertThat(next).isEqualTo(layout.shardRows().get(w));
    }
    for (int block = 0; block < layout.blocks(); block++) {
      assertThat(layout.size(block)).isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void anEpochVisitsEveryBlockOnceWithDifferentHomesInARound(BlockLayout layout) {
    Set<Integer> visited = new HashSet<>();
    for (List<Integer> round : layout.rounds(7, 1)) {
      assertThat(round.stream().map(layout::home)).doesNotHaveDuplicates();
      round.forEach(block -> assertThat(visited.add(block)).isTrue());
    }
    assertThat(visited)
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, layout.blocks()).boxed().toList());
  }

  @Test
  void blocksAreNearlyAsLargeAsAskedFor() {
    List<Integer> shards = List.of(100, 90, 97, 120);
    for (int blockSize = 1; blockSize < 500; blockSize++) {
      BlockLayout layout = BlockLayout.of(blockSize, shards);
      for (int block = 0; block < layout.blocks(); block++) {
        assertThat(layout.size(block)).isLessThan(blockSize + shards.size());
      }
    }
    assertThat(BlockLayout.of(407, shards).blocks()).isEqualTo(1);
    assertThat(BlockLayout.of(406, shards).blocks()).isEqualTo(2);
  }

  @Test
  void epochsAndSeedsHaveOrdersOfTheirOwn() {
    BlockLayout layout = BlockLayout.of(5, List.of(100, 100));
    assertThat(layout.rounds(7, 2)).isEqualTo(layout.rounds(7, 2));
    assertThat(layout.rounds(7, 2)).isNotEqualTo(layout.rounds(7, 1));
    assertThat(layout.rounds(8, 1)).isNotEqualTo(layout.rounds(7, 1));
  }

  @Test
  void refusesABlockSizeBelowOne() {
    assertThatThrownBy(() -> BlockLayout.of(0, List.of(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("blockSize is 0, must be at least 1");
  }
}
