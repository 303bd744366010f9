package org.filbert.system.equations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BlocksTest {
  private static final List<List<Integer>> SHARDS =
      List.of(List.of(1), List.of(17), List.of(8, 9), List.of(0, 5, 3), List.of(100, 90, 97, 120));
  private static final int[] SIZES = {1, 2, 3, 7, 16, 50, 1000};

  static Stream<Blocks> ofRows() {
    return SHARDS.stream()
        .flatMap(shards -> IntStream.of(SIZES).mapToObj(size -> Blocks.ofRows(size, shards)));
  }

  static Stream<Blocks> all() {
    return Stream.of(ofRows(), ofColumns(), ofOwners()).flatMap(blocks -> blocks);
  }

  private static Stream<Blocks> ofColumns() {
    return IntStream.of(SIZES)
        .boxed()
        .flatMap(
            size ->
                Stream.of(1, 2, 5).map(workers -> Blocks.ofColumns(size, 2 * size + 1, workers)));
  }

  private static Stream<Blocks> ofOwners() {
    return IntStream.of(SIZES)
        .mapToObj(
            size -> Blocks.ofOwners(size, IntStream.range(0, 40).map(i -> i * i % 3).toArray(), 4));
  }

  @ParameterizedTest
  @MethodSource("all")
  void piecesFollowOneAnotherOnEveryWorkerAndWithinEveryBlock(Blocks blocks) {
    long unknowns = 0;
    for (int w = 0; w < blocks.workers(); w++) {
      int next = 0;
      for (int block = 0; block < blocks.count(); block++) {
        assertThat(blocks.from(w, block)).isEqualTo(next);
        next = blocks.to(w, block);
        assertThat(next - blocks.from(w, block)).isEqualTo(blocks.piece(w, block)).isNotNegative();
      }
      assertThat(next).isEqualTo(blocks.own(w));
      unknowns += next;
    }
    assertThat(unknowns).isEqualTo(blocks.unknowns());
    for (int block = 0; block < blocks.count(); block++) {
      int next = 0;
      for (int w = 0; w < blocks.workers(); w++) {
        assertThat(blocks.offset(w, block)).isEqualTo(next);
        next += blocks.piece(w, block);
      }
      assertThat(blocks.size(block)).isEqualTo(next).isPositive();
      assertThat(blocks.largest()).isGreaterThanOrEqualTo(next);
      assertThat(blocks.pieces(block).stream().mapToInt(Integer::intValue).sum()).isEqualTo(next);
    }
  }

  @ParameterizedTest
  @MethodSource("ofRows")
  void everyWorkersRowsAreUnknowns(Blocks blocks) {
    assertThat(SHARDS)
        .contains(IntStream.range(0, blocks.workers()).mapToObj(blocks::own).toList());
  }

  @Test
  void columnsWithoutRowsAreAtTheHomesOfTheirBlocks() {
    Blocks blocks = Blocks.ofColumns(4, 10, 2);
    assertThat(blocks.count()).isEqualTo(3);
    assertThat(List.of(blocks.pieces(0), blocks.pieces(1), blocks.pieces(2)))
        .containsExactly(List.of(4, 0), List.of(0, 4), List.of(2, 0));
  }

  @Test
  void columnsOfRowsAreWhereTheRowsAre() {
    Blocks blocks = Blocks.ofOwners(3, new int[] {0, 0, 2, 2, 2, 2, 1}, 3);
    assertThat(List.of(blocks.pieces(0), blocks.pieces(1), blocks.pieces(2)))
        .containsExactly(List.of(2, 0, 1), List.of(0, 0, 3), List.of(0, 1, 0));
  }

  @ParameterizedTest
  @MethodSource("all")
  void anEpochVisitsEveryBlockOnce(Blocks blocks) {
    assertThat(blocks.order(7, 1))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, blocks.count()).boxed().toList());
  }

  @ParameterizedTest
  @MethodSource("all")
  void anOrderInRoundsVisitsEveryBlockOnceAndTheHomesInTurn(Blocks blocks) {
    List<Integer> order = blocks.orderInRounds(7, 1);
    assertThat(order)
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, blocks.count()).boxed().toList());
    for (int from = 0; from < order.size(); from += blocks.workers()) {
      List<Integer> round = order.subList(from, Math.min(from + blocks.workers(), order.size()));
      assertThat(round.stream().map(blocks::home)).doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aRoundIsTheNextBlockOfEveryHome(Blocks blocks) {
    List<Integer> order = blocks.order(7, 1);
    for (int position = 0; position < order.size(); position++) {
      List<Integer> left = order.subList(position, order.size());
      List<Integer> round = blocks.round(order, position);
      assertThat(round.get(0)).isEqualTo(left.get(0));
      assertThat(round.stream().map(blocks::home))
          .doesNotHaveDuplicates()
          .containsAll(left.stream().map(blocks::home).toList());
      for (int block : round) {
        assertThat(left.stream().filter(other -> blocks.home(other) == blocks.home(block)))
            .startsWith(block);
      }
    }
  }

  @Test
  void theOrderOfColumnsIsTheSameForAnyNumberOfWorkers() {
    assertThat(Blocks.ofColumns(5, 100, 3).order(7, 1))
        .isEqualTo(Blocks.ofColumns(5, 100, 1).order(7, 1));
  }

  @Test
  void blocksOfRowsAreNearlyAsLargeAsAskedFor() {
    List<Integer> shards = List.of(100, 90, 97, 120);
    for (int blockSize = 1; blockSize < 500; blockSize++) {
      assertThat(Blocks.ofRows(blockSize, shards).largest()).isLessThan(blockSize + shards.size());
    }
    assertThat(Blocks.ofRows(407, shards).count()).isEqualTo(1);
    assertThat(Blocks.ofRows(406, shards).count()).isEqualTo(2);
  }

  @Test
  void epochsAndSeedsHaveOrdersOfTheirOwn() {
    Blocks blocks = Blocks.ofRows(5, List.of(100, 100));
    assertThat(blocks.order(7, 2)).isEqualTo(blocks.order(7, 2));
    assertThat(blocks.order(7, 2)).isNotEqualTo(blocks.order(7, 1));
    assertThat(blocks.order(8, 1)).isNotEqualTo(blocks.order(7, 1));
  }

  @Test
  void refusesABlockSizeBelowOne() {
    assertThatThrownBy(() -> Blocks.ofRows(0, List.of(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("blockSize is 0, must be at least 1");
    assertThatThrownBy(() -> Blocks.ofColumns(0, 3, 1))
        .hasMessage("blockSize is 0, must be at least 1");
  }
}
