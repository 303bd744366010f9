package org.filbert.operators.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.junit.jupiter.api.Test;

class PermutedSampleTest {
  private static final Permutations.InputColumn SECOND = new Permutations.InputColumn("b", 1, 3);

  private static List<RowBatch> run(Permutations permutations, int rows) {
    PermutedSample sample = new PermutedSample(permutations);
    for (int i = 0; i < rows; i++) {
      sample.add(
          new Instance.Example(
              Role.TEST,
              i,
              new Features.Dense(new double[] {i, 10 * i, 10 * i + 1, -i}),
              new Target.ClassName("a")));
    }
    List<RowBatch> batches = new ArrayList<>();
    sample.passes(
        (firstRow, records) -> batches.add(new RowBatch(batches.size(), firstRow, records)));
    return batches;
  }

  private static double[] column(RowBatch batch, int j) {
    return batch.records().stream()
        .mapToDouble(record -> ((Instance.Example) record).features().value(j))
        .toArray();
  }

  @Test
  void shufflesOneColumnAtATime() {
    Permutations permutations =
        new Permutations(List.of(new Permutations.InputColumn("a", 0, 1), SECOND), 2, 100, 5);
    List<RowBatch> batches = run(permutations, 20);
    assertThat(batches)
        .extracting(batch -> Permutations.pass(batch.firstRow()))
        .containsExactly(1, 2, 3, 4, 5);
    RowBatch same = batches.get(0);
    assertThat(column(same, 0)).hasSize(20).isSorted();
    for (int pass = 1; pass < 5; pass++) {
      RowBatch batch = batches.get(pass);
      for (int j = 0; j < 4; j++) {
        boolean shuffled = pass < 3 ? j == 0 : j == 1 || j == 2;
        assertThat(Arrays.equals(column(batch, j), column(same, j))).isEqualTo(!shuffled);
        assertThat(Arrays.stream(column(batch, j)).sorted())
            .containsExactly(
                Arrays.stream(column(same, j)).sorted().boxed().toArray(Double[]::new));
      }
      for (int i = 0; i < 20; i++) { // the features of a column stay together
        assertThat(column(batch, 2)[i]).isEqualTo(column(batch, 1)[i] + 1);
      }
    }
    assertThat(column(batches.get(1), 0)).isNotEqualTo(column(batches.get(2), 0));
    assertThat(run(permutations, 20)).usingRecursiveComparison().isEqualTo(batches);
  }

  @Test
  void drawsASampleOfManyRows() {
    List<RowBatch> batches = run(new Permutations(List.of(SECOND), 1, 300, 5), 2000);
    List<RowBatch> sample =
        batches.stream().filter(batch -> Permutations.pass(batch.firstRow()) == 1).toList();
    double[] first = sample.stream().flatMapToDouble(b -> Arrays.stream(column(b, 0))).toArray();
    assertThat(first).hasSize(300).doesNotHaveDuplicates();
    assertThat(Arrays.stream(first).average().orElseThrow()).isBetween(900.0, 1100.0);
  }

  @Test
  void replacesValuesOfAnyKindOfRow() {
    Features.Sparse row = new Features.Sparse(new int[] {0, 1, 4}, new double[] {1, 2, 3});
    Features.Sparse other = new Features.Sparse(new int[] {2, 4}, new double[] {7, 8});
    Features.Sparse sparse = (Features.Sparse) PermutedSample.replaced(row, other, SECOND);
    assertThat(sparse.indices()).containsExactly(0, 2, 4);
    assertThat(sparse.values()).containsExactly(1, 7, 3);
    Features cells =
        PermutedSample.replaced(
            Features.Cells.of(Arrays.asList("33", "clerk", null, "2")),
            Features.Cells.of(Arrays.asList("44", null, "x", "1")),
            new Permutations.InputColumn("job", 1, 2));
    assertThat(cells)
        .usingRecursiveComparison()
        .isEqualTo(Features.Cells.of(Arrays.asList("33", null, null, "2")));
  }
}
