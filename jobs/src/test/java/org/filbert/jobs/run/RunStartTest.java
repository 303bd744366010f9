package org.filbert.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.filbert.jobs.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunStartTest {
  private static final String GOOD =
      """
      {"runId": "0f-1", "created": 5, "workers": 2, "store": "models", "workingDirectory": "/", "configuration": ""}
      """;

  @TempDir Path directory;

  private RunStart resume(String run) throws IOException {
    Files.writeString(directory.resolve("run.json"), run);
    return RunStart.resume(directory.toString());
  }

  @Test
  void aRunGoesOnAsWhoItWas() throws IOException {
    assertThat(resume(GOOD).identity()).isEqualTo(new RunIdentity("0f-1", 5, 2, "models", "/", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"0f-1\", \"..\"",
        "\"0f-1\", \"a/../../b\"",
        "\"0f-1\", \"\"",
        "\"0f-1\", null",
        "\"/\", null",
        "\"/\", \"\\u0000\"",
        "\"models\", null",
        "\"\"}, null}",
        "2, 0",
        "2, -1",
        "2, 1e99",
        "{, [",
        "}, "
      })
  void whatIsNoIdentityIsRefused(String change) {
    String[] words = change.split(", ", -1);
    assertThatThrownBy(() -> resume(GOOD.replace(words[0], words[1])))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("found no run to go on with, run.json is missing or damaged");
  }
}
