package org.filbert.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PhaseMeterTest {
  private final PhaseMeter meter = new PhaseMeter();

  @Test
  void aPhaseWithinAnotherIsNotPartOfIt() {
    meter.run(
        Phase.GRAM,
        () -> {
          meter.count(1);
          meter.run(Phase.KERNEL, () -> meter.count(20));
          meter.count(300);
        });
    Costs costs = meter.take();
    assertThat(costs.gram().flops()).isEqualTo(301);
    assertThat(costs.kernel().flops()).isEqualTo(20);
    assertThat(costs.gram().seconds()).isPositive();
    assertThat(meter.take()).isEqualTo(Costs.NONE);
  }

  @Test
  void whateverIsDoneForScoringIsScoring() {
    meter.run(Phase.SCORING, () -> meter.run(Phase.KERNEL, () -> meter.count(5)));
    assertThat(meter.take().scoring().flops()).isEqualTo(5);
  }

  @Test
  void aFailureEndsItsPhase() {
    assertThatThrownBy(
            () ->
                meter.run(
                    Phase.SOLVE,
                    () -> {
                      throw new IllegalStateException("failed");
                    }))
        .hasMessage("failed");
    meter.count(9);
    meter.run(Phase.FACTOR, () -> meter.count(2));
    Costs costs = meter.take();
    assertThat(costs.solve().flops()).isZero();
    assertThat(costs.factor().flops()).isEqualTo(2);
  }

  @Test
  void neighboursShareTheTimeAndAddTheirWork() {
    Costs one = costs(2, 100);
    Costs other = costs(3, 10);
    assertThat(one.beside(other).kernel()).isEqualTo(new Work(3, 110));
    assertThat(one.plus(other).kernel()).isEqualTo(new Work(5, 110));
  }

  @Test
  void theRestOfTheTimeIsCommunication() {
    Costs costs = costs(2, 100).plusBytes(7, 8).within(2.5);
    assertThat(costs.communication().seconds()).isCloseTo(0.5, within(1e-12));
    assertThat(costs.communication().broadcastBytes()).isEqualTo(7);
    assertThat(costs.communication().gatheredBytes()).isEqualTo(8);
    assertThat(costs(2, 100).within(1.9).communication().seconds()).isZero();
  }

  private static Costs costs(double seconds, double flops) {
    return Costs.of(java.util.Map.of(Phase.KERNEL, new Work(seconds, flops)));
  }
}
