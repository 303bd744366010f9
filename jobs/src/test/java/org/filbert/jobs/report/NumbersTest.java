package org.filbert.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
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

  @ParameterizedTest
  @CsvSource({
    "0, 0.00000",
    "0.5, 0.50000",
    "0.0123456, 0.01235",
    "0.0012345, 1.235e-03",
    "1.23456e-7, 1.235e-07",
    "1.2e-300, 1.200e-300",
    "123.456, 123.45600",
    "45123.456, 45123.5",
    "1.23e45, 1.230e+45"
  })
  void errorsOfAnyMagnitudeHaveDigits(double value, String expected) {
    assertThat(Numbers.error(value, false)).isEqualTo(expected).hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void sharesHaveFiveDecimals() {
    assertThat(Numbers.error(0.00027, true)).isEqualTo("0.00027");
    assertThat(Numbers.error(null, true)).isEqualTo("-");
  }

  @Test
  void longDecimalsOfATextAreRounded() {
    assertThat(Numbers.briefly("Matern[nu=2.5, sigma=10.751640319824219] of 15000.5 in 1.00000E-7"))
        .isEqualTo("Matern[nu=2.5, sigma=10.75] of 15000.5 in 1e-7");
  }
}
