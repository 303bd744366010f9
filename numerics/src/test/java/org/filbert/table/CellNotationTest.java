package org.filbert.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellNotationTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "comma-groups | $1,234.50      | 1234.50",
        "comma-groups | -$1,234,567    | -1234567",
        "comma-groups | $ -12          | -12",
        "comma-groups | (12.50)        | -12.50",
        "comma-groups | ($1,000)       | -1000",
        "comma-groups | 12.3%          | 12.3",
        "comma-groups | 12.3 %         | 12.3",
        "comma-groups | 1'234.5        | 1234.5",
        "comma-groups | .5             | .5",
        "comma-groups | 1234.5         | 1234.5",
        "comma-groups | 1.5e3          | 1.5e3",
        "comma-groups | −7             | -7",
        "comma-groups | 1,23           |",
        "comma-groups | 1,2345         |",
        "comma-groups | 1234,567       |",
        "comma-groups | 1,234'567      |",
        "comma-groups | 12 kg          |",
        "comma-groups | $              |",
        "comma-groups | $5%            |",
        "comma-groups | (5             |",
        "comma-groups | --5            |",
        "comma-groups | 1.2.3          |",
        "comma-groups | 2021-01-31     |",
        "point-groups | 1.234,50 €     | 1234.50",
        "point-groups | € 1.234        | 1234",
        "point-groups | 12,3 %         | 12.3",
        "point-groups | 1234,5         | 1234.5",
        "point-groups | 1.5            |",
        "point-groups | 1,234,567      |",
        "blank-groups | 1 234          | 1234",
        "blank-groups | 1 234,5        | 1234.5",
        "blank-groups | 1 234.5 $      | 1234.5",
        "blank-groups | 12 34          |",
        "plain        | 1,234          | 1,234"
      })
  void numbers(String notation, String cell, @Nullable String expected) {
    assertThat(CellNotation.of(CellKind.NUMBER, notation).plain(cell)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "d/M/uuuu H:mm       | 31/12/2021 14:00    | 2021-12-31T14:00",
        "d/M/uuuu H:mm       | 1/2/2021 4:05       | 2021-02-01T04:05",
        "M/d/uuuu            | 12/31/2021          | 2021-12-31",
        "M/d/yyyy h:mm a     | 12/31/2021 2:00 pm  | 2021-12-31T14:00",
        "d.M.uuuu            | 31.12.2021          | 2021-12-31",
        "uuuuMMdd            | 20211231            | 2021-12-31",
        "d MMM uuuu          | 31 DEC 2021         | 2021-12-31",
        "d/M/uuuu            | 31/02/2021          |",
        "d/M/uuuu            | 12/31/2021          |",
        "d/M/uuuu            | 2021-12-31          |"
      })
  void dates(String pattern, String cell, @Nullable String expected) {
    assertThat(CellNotation.of(CellKind.ISO_DATE, pattern).plain(cell)).isEqualTo(expected);
  }

  @Test
  void refusesWhatIsNoPattern() {
    for (String text : List.of("d/M", "H:mm", "daily", "", "{")) {
      assertThatThrownBy(() -> new DatePattern(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("found the notation \"" + text + "\", allowed a pattern of dates");
    }
  }
}
