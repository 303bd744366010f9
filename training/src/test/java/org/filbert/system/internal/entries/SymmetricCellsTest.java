package org.filbert.system.internal.entries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.system.equations.Blocks;
import org.filbert.system.internal.entries.SymmetricCells.Cell;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SymmetricCellsTest {
  @ParameterizedTest
  @CsvSource({"7, 1, 2", "20, 2, 5", "31, 3, 6", "24, 4, 24", "5, 4, 1", "50, 5, 13"})
  void everyPairOfEntriesIsThereOnce(int rows, int workers, int blockSize) {
    Blocks blocks = Blocks.ofRows(blockSize, shards(rows, workers));
    int[][] times = new int[rows][rows];
    for (int w = 0; w < workers; w++) {
      long entries = 0;
      for (int block = 0; block < blocks.count(); block++) {
        for (Cell cell : new SymmetricCells(blocks).of(w, block)) {
          count(cell, global(blocks, w), columns(blocks, block), times);
          entries += cell.entries();
        }
      }
      assertThat(new SymmetricCells(blocks).entries(w)).isEqualTo(entries);
    }
    assertThat(Arrays.stream(times).flatMapToInt(Arrays::stream)).containsOnly(1);
  }

  @ParameterizedTest
  @CsvSource({"4096, 1, 256", "4096, 2, 256", "4099, 3, 256", "4100, 8, 256"})
  void aWorkerHasHalfOfItsShareAndALittleMore(int rows, int workers, int blockSize) {
    Blocks blocks = Blocks.ofRows(blockSize, shards(rows, workers));
    double half = (double) rows * rows / workers / 2;
    for (int w = 0; w < workers; w++) {
      assertThat(new SymmetricCells(blocks).entries(w) / half).isBetween(0.95, 1.1);
    }
  }

  @ParameterizedTest
  @CsvSource({"31, 3, 6", "20, 2, 5"})
  void numbersAreNames(int rows, int workers, int blockSize) {
    SymmetricCells cells = new SymmetricCells(Blocks.ofRows(blockSize, shards(rows, workers)));
    List<Integer> numbers =
        IntStream.range(0, cells.blocks().count())
            .boxed()
            .flatMap(block -> cells.of(1, block).stream())
            .map(Cell::number)
            .toList();
    assertThat(numbers).doesNotHaveDuplicates();
  }

  private static List<Integer> shards(int rows, int workers) {
    List<Integer> shards = new ArrayList<>();
    for (int w = 0; w < workers; w++) {
      shards.add(rows / workers + (w < rows % workers ? 1 : 0));
    }
    return shards;
  }

  /** Numbers of a worker's rows among all rows: shard after shard. */
  private static int[] global(Blocks blocks, int worker) {
    int before = IntStream.range(0, worker).map(blocks::own).sum();
    return IntStream.range(before, before + blocks.own(worker)).toArray();
  }

  /** Numbers of a block's rows among all rows. */
  private static int[] columns(Blocks blocks, int block) {
    return IntStream.range(0, blocks.workers())
        .flatMap(w -> Arrays.stream(global(blocks, w), blocks.from(w, block), blocks.to(w, block)))
        .toArray();
  }

  private static void count(Cell cell, int[] rows, int[] columns, int[][] times) {
    for (int i = cell.rowFrom(); i < cell.rowTo(); i++) {
      for (int j = cell.columnFrom(); j < cell.columnTo(); j++) {
        times[rows[i]][columns[j]]++;
        if (cell.bothSides()) {
          times[columns[j]][rows[i]]++;
        }
      }
    }
  }
}
