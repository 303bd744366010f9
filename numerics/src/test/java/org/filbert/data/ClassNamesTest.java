package org.filbert.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassNamesTest {
  @ParameterizedTest
  @ValueSource(strings = {"1", "+1", "1.0", "01", "1.", "1e0", "10E-1", "+1.000"})
  void spellingsOfOneNumberAreOneClass(String spelling) {
    assertThat(new ClassNames(List.of("-1", "1.00")).indexOf(spelling)).isEqualTo(1);
    assertThat(new Target.ClassName(spelling))
        .isEqualTo(new Target.ClassName("1.00"))
        .hasSameHashCodeAs(new Target.ClassName("1.00"))
        .isNotEqualTo(new Target.ClassName("-1.00"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "one", "1d", "0x1", "1 ", "NaN", "1,0", "1.0.0", "+", ".", "1e", "١"})
  void anythingElseIsText(String name) {
    assertThat(new ClassNames(List.of("1", "-1")).contains(name)).isFalse();
    assertThat(new ClassNames(List.of("1", name)).indexOf(name)).isEqualTo(1);
  }

  @Test
  void numbersAreComparedExactly() {
    ClassNames names = new ClassNames(List.of("9007199254740992", "0.1", "1" + "0".repeat(50)));
    assertThat(names.contains("9007199254740993")).isFalse();
    assertThat(names.contains("9007199254740992.0")).isTrue();
    assertThat(names.contains("0.1000000000000000055511151231257827")).isFalse();
    assertThat(names.contains("1e50")).isFalse(); // of more than 40 characters, text
    assertThat(new ClassNames(List.of("-0")).contains("0.0")).isTrue();
  }

  @Test
  void ofManyTheFirstAreShown() {
    List<String> names = IntStream.range(0, 32).mapToObj(i -> "c" + i).toList();
    assertThat(new ClassNames(names.subList(0, 30))).hasToString(names.subList(0, 30).toString());
    assertThat(new ClassNames(names)).hasToString(names.subList(0, 30) + " and 2 more");
  }

  @Test
  void theShortestSpellingOfSeveralIsTaken() {
    assertThat(ClassNames.distinct(List.of("10", "+1", "1.0", "-1", "-1.0", "2", "02")).names())
        .containsExactly("-1", "+1", "2", "10");
    assertThat(ClassNames.distinct(List.of("10", "b", "2.0", "2", "a")).names())
        .containsExactly("10", "2", "a", "b");
    assertThat(ClassNames.distinct(List.of("1e9999", "10e9999")).names())
        .containsExactly("1e9999", "10e9999");
  }
}
