package org.filbert.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.30000000000000004, 0.3",
    "12.34567, 12.35",
    "15000, 15000",
    "123456, 123500",
    "-0.00001234, -1.234e-5",
    "320000000000, 3.2e11",
    "NaN, NaN"
  })
  void hasFourDigits(double value, String expected) {
    assertThat(Numbers.brief(value)).isEqualTo(expected);
  }
}
