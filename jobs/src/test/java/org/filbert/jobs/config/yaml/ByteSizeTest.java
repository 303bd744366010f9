package org.filbert.jobs.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "1000, 1000, 1000",
    "4g, 4294967296, 4g",
    "4 GB, 4294967296, 4g",
    "1536m, 1610612736, 1536m",
    "2048k, 2097152, 2m",
    "12b, 12, 12"
  })
  void readsAndWritesUnits(String text, long bytes, String written) {
    assertThat(ByteSize.parse(text).bytes()).isEqualTo(bytes);
    assertThat(ByteSize.parse(text)).hasToString(written);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "g",
        "-1g",
        "1.5g",
        "4t",
        "four",
        "999999999999g",
        "9223372036854775808",
        "99999999999999999999"
      })
  void rejectsWhatIsNoSize(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("must be a size such as 0, 512m or 4g, found '" + text + "'");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1_000_000_000, 9_999_999_999L, 1L << 50, (1L << 50) + 1, Long.MAX_VALUE})
  void everyNumberOfBytesIsReadBack(long bytes) {
    ByteSize size = ByteSize.of(bytes);
    assertThat(ByteSize.parse(size.toString())).isEqualTo(size);
  }
}
