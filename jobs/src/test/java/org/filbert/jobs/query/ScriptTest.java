package org.filbert.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.filbert.jobs.config.yaml.ConfigException;
import org.junit.jupiter.api.Test;

class ScriptTest {
  @Test
  void semicolonsEndStatementsOutsideOfQuotesAndComments() {
    Script script =
        Script.of(
            "s.sql",
            """

            -- one; two
            CREATE TABLE `a;b` ( -- it's c
              c STRING /* ; ' */ DEFAULT 'it''s;'
            );
              SELECT 4 - 3 / 2;;
            SELECT 1\
            """);
    assertThat(script.statements())
        .containsExactly(
            new Script.Statement(3, "CREATE TABLE `a;b` ( \n  c STRING  DEFAULT 'it''s;'\n)"),
            new Script.Statement(6, "SELECT 4 - 3 / 2"),
            new Script.Statement(7, "SELECT 1"));
  }

  @Test
  void whatDoesNotEndIsRefused() {
    assertThatThrownBy(() -> Script.of("s.sql", "SELECT\n'a"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("s.sql:2: found a quotation that does not end, allowed one that does");
    assertThatThrownBy(() -> Script.of("s.sql", "/* x"))
        .hasMessageContaining("found a comment that does not end");
  }
}
