package org.filbert.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {
  @Test
  void shortTextsAreWhole() {
    assertThat(Excerpt.of("", 0)).isEmpty();
    assertThat(Excerpt.of("abc", 3)).isEqualTo("abc");
    assertThat(Excerpt.of("x".repeat(500))).hasSize(500);
  }

  @Test
  void longTextsAreCutBetweenCharacters() {
    assertThat(Excerpt.of("abcd", 3)).isEqualTo("abc...");
    assertThat(Excerpt.of("ab\uD83C\uDF30", 3)).isEqualTo("ab...");
    assertThat(Excerpt.of("x".repeat(501))).hasSize(503).endsWith("x...");
  }
}
