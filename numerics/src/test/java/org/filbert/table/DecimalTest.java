package org.filbert.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {
  private static double parse(String text) {
    byte[] bytes = ("x" + text + "7").getBytes(StandardCharsets.UTF_8);
    return Decimal.POINT.parse(bytes, 1, bytes.length - 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "+1",
        "007",
        ".5",
        "5.",
        "-12.5e-3",
        "1E22",
        "1e23",
        "123456789012345e22",
        "999999999999999e-22",
        "9007199254740993",
        "0.1",
        "0.30000000000000004",
        "1e-320",
        "4.9e-324",
        "2.2250738585072012e-308",
        "1.7976931348623157e308",
        "0e999999999999",
        "123456789012345678901234567890",
        "0.000000000000000000000000000000123",
        "1e-999",
        "18446744073709551616",
        "18446744073709551616.5e-3",
        "100000000000000000000000"
      })
  void agreesWithTheLibrary(String text) {
    assertThat(parse(text)).isEqualTo(Double.parseDouble(text));
  }

  @Test
  void zerosAndExponentMakeUpForEachOther() {
    for (int zeros : new int[] {99_990, 100_001, 300_000}) {
      String small = "0." + "0".repeat(zeros) + "1e" + (zeros + 20);
      assertThat(parse(small)).isEqualTo(1e19).isEqualTo(Double.parseDouble(small));
      String large = "1" + "0".repeat(zeros) + "e-" + (zeros - 5);
      assertThat(parse(large)).isEqualTo(1e5).isEqualTo(Double.parseDouble(large));
    }
  }

  @Test
  void agreesWithTheLibraryOnRandomNumbers() {
    Random random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      int digits = 1 + random.nextInt(18);
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
      int point = random.nextInt(digits + 1);
      for (int d = 0; d < digits; d++) {
        text.append(d == point ? "." : "").append(random.nextInt(10));
      }
      if (random.nextInt(3) == 0) {
        text.append("e").append(random.nextInt(60) - 30);
      }
      assertThat(parse(text.toString())).isEqualTo(Double.parseDouble(text.toString()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "+",
        ".",
        "e5",
        "1e",
        "1e+",
        "1d",
        "1f",
        "0x1p3",
        "NaN",
        "nan",
        "Infinity",
        "-inf",
        "1e999",
        "-1e999",
        "1,5",
        "1 ",
        " 1",
        "1_000",
        "--1",
        "١"
      })
  void whatIsNoFiniteNumberIsNaN(String text) {
    assertThat(parse(text)).isNaN();
  }
}
