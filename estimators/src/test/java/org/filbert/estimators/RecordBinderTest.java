package org.filbert.estimators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordBinderTest {
  enum Shade {
    LIGHT,
    VERY_DARK
  }

  record Paint(
      int coats,
      double share,
      boolean glossy,
      Shade shade,
      OptionalInt hours,
      OptionalDouble thickness,
      Optional<Shade> primer) {
    Paint {
      if (coats < 1) {
        throw new IllegalArgumentException("coats is " + coats + ", must be at least 1");
      }
    }
  }

  private static final Map<String, String> NEEDED =
      Map.of("coats", "2", "share", "0.5", "glossy", "true", "shade", "very-dark");

  private static Paint bind(String key, String value) {
    Map<String, String> values = new TreeMap<>(NEEDED);
    values.put(key, value);
    return RecordBinder.bind("paint", Paint.class, values);
  }

  @Test
  void readsEveryKindOfComponent() {
    assertThat(RecordBinder.keys(Paint.class))
        .containsExactly("coats", "share", "glossy", "shade", "hours", "thickness", "primer");
    Paint plain =
        new Paint(
            2,
            0.5,
            true,
            Shade.VERY_DARK,
            OptionalInt.empty(),
            OptionalDouble.empty(),
            Optional.empty());
    assertThat(RecordBinder.bind("paint", Paint.class, NEEDED)).isEqualTo(plain);
    assertThat(bind("hours", "3").hours()).hasValue(3);
    assertThat(bind("thickness", "1e-3").thickness()).hasValue(1e-3);
    assertThat(bind("primer", "light").primer()).contains(Shade.LIGHT);
    assertThat(bind("glossy", "false").glossy()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          coat      | 2     | paint has no coat, allowed are coats, share, glossy, shade, hours, thickness, primer
          coats     | two   | paint: coats is "two", must be a number
          coats     | 2.5   | paint: coats is "2.5", must be a number
          share     | half  | paint: share is "half", must be a number
          hours     | long  | paint: hours is "long", must be a number
          thickness | thin  | paint: thickness is "thin", must be a number
          glossy    | yes   | paint: glossy is "yes", must be true or false
          shade     | LIGHT | paint: shade is "LIGHT", allowed are light, very-dark
          primer    | white | paint: primer is "white", allowed are light, very-dark
          coats     | 0     | coats is 0, must be at least 1
          """)
  void refusesWhatDoesNotFit(String key, String value, String message) {
    assertThatThrownBy(() -> bind(key, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void namesWhatIsMissing() {
    assertThatThrownBy(() -> RecordBinder.bind("paint", Paint.class, Map.of("coats", "1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("paint needs share");
  }
}
