package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PreconditionerSizeTest {
  private static final PreconditionerSize.Cost LETTER = new PreconditionerSize.Cost(15_000, 16, 26);

  private static PreconditionerSize at(int columns, double rate) {
    return new PreconditionerSize(columns, 0.1, rate);
  }

  @Test
  void growsWhileIterationsCostMoreThanColumns() {
    assertThat(at(500, 0.05).grown(3750, 100, LETTER).columns()).isEqualTo(1000);
    assertThat(at(2000, 0.05).grown(3750, 100, LETTER).columns()).isEqualTo(3750);
    assertThat(at(2000, 1).grown(3750, 100, LETTER).columns()).isEqualTo(2000);
    assertThat(at(3750, 0.05).grown(3750, 100, LETTER).columns()).isEqualTo(3750);
  }

  @Test
  void aRiseOfTheResidualCountsAsManyIterations() {
    assertThat(at(500, -0.1).grown(3750, 100, LETTER).columns()).isEqualTo(1000);
  }

  @Test
  void nothingGrowsAtTheEnd() {
    assertThat(at(500, 0.01).grown(3750, 1, LETTER).columns()).isEqualTo(500);
  }

  @Test
  void theRateIsOfTheIterationsSinceTheLastCheck() {
    PreconditionerSize before = new PreconditionerSize(500, 1, 0);
    assertThat(before.after(10, Math.exp(-2), 10).rate()).isCloseTo(0.2, within(1e-12));
    assertThat(before.after(14, Math.exp(-2), 10).rate()).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void theConditionNumberIsThatOfTheBound() {
    double condition = 400;
    double rate = -Math.log((Math.sqrt(condition) - 1) / (Math.sqrt(condition) + 1));
    assertThat(at(500, rate).condition()).isCloseTo(condition, within(1e-9));
  }

  @Test
  void aQuarterOfTheRowsIsTheMost() {
    assertThat(PreconditionerSize.most(8000, 15_000)).isEqualTo(3750);
    assertThat(PreconditionerSize.most(8000, 60_000)).isEqualTo(8000);
    assertThat(PreconditionerSize.most(8000, 3)).isEqualTo(1);
  }
}
