package org.filbert.operators.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;
import org.junit.jupiter.api.Test;

class InOrderTest {
  private final List<Long> seen = new ArrayList<>();
  private final InOrder<RuntimeException> inOrder =
      new InOrder<>(batch -> seen.add(batch.number()));

  private void add(long number) {
    inOrder.add(
        new ScoredBatch(
            number,
            new long[0],
            new double[0],
            new int[0],
            List.of(),
            new double[0],
            new double[0],
            List.of(),
            0,
            Coverage.NONE,
            TableCounts.NONE));
  }

  @Test
  void handsOnWhatIsDueAsSoonAsItIs() {
    add(2);
    add(1);
    assertThat(seen).isEmpty();
    add(0);
    assertThat(seen).containsExactly(0L, 1L, 2L);
    add(3);
    assertThat(seen).containsExactly(0L, 1L, 2L, 3L);
    inOrder.end();
  }

  @Test
  void noticesAGap() {
    add(0);
    add(2);
    assertThatThrownBy(inOrder::end).hasMessage("batch 1 is missing");
  }
}
