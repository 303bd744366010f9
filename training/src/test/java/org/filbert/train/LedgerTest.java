package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.filbert.cost.Costs;
import org.filbert.model.CurvePoint;
import org.filbert.train.method.Method;
import org.filbert.train.method.Progress;
import org.junit.jupiter.api.Test;

/** Three epochs of two steps; step s of epoch e broadcasts 10e + s bytes. */
class LedgerTest {

  @Test
  void epochsAreTheSumsOfTheirStepsAndTheFirstAndTheLatestKeepThem() {
    Ledger ledger = Ledger.begin(List.of("at the start"));
    for (int epoch = 1; epoch <= 3; epoch++) {
      ledger =
          ledger
              .after(0, at(epoch, 0), at(epoch, 1), bytes(10 * epoch + 1), List.of())
              .after(
                  0, at(epoch, 1), at(epoch + 1, 0), bytes(10 * epoch + 2), List.of("of " + epoch));
    }
    assertThat(ledger.epochs()).containsExactly(bytes(23), bytes(43), bytes(63));
    assertThat(ledger.steps())
        .containsExactly(
            new Ledger.Step(1, 1, bytes(11)),
            new Ledger.Step(1, 2, bytes(12)),
            new Ledger.Step(3, 1, bytes(31)),
            new Ledger.Step(3, 2, bytes(32)));
    assertThat(ledger.warnings()).containsExactly("at the start", "of 1", "of 2", "of 3");
  }

  private static Costs bytes(long bytes) {
    return Costs.NONE.plusBytes(bytes, 0);
  }

  /** With as many points on the curve as there are finished epochs. */
  private static Method.State at(int epoch, int step) {
    List<CurvePoint> curve = new ArrayList<>();
    for (int e = 1; e < epoch; e++) {
      curve.add(new CurvePoint(e, e, 0.5, 1, 0.1, null, null));
    }
    Progress progress = new Progress(epoch, 3, step, 2, epoch, 0, curve);
    return () -> progress;
  }
}
