package org.filbert.jobs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RunConfigsTest {
  private static final Path LETTER = Path.of("../conf/letter.yaml");

  @Test
  void aTextIsParsedOnce() throws Exception {
    String yaml = Files.readString(LETTER);
    TrainConfig config = RunConfigs.of(yaml, TrainConfig.class);
    assertThat(config).isEqualTo(new ConfigLoader().parse(yaml, TrainConfig.class));
    assertThat(RunConfigs.of(new String(yaml.toCharArray()), TrainConfig.class)).isSameAs(config);
  }

  @Test
  void whatOthersHaveNotAskedForSinceIsForgotten() throws Exception {
    String yaml = Files.readString(LETTER);
    TrainConfig config = RunConfigs.of(yaml, TrainConfig.class);
    for (int i = 0; i < 10; i++) {
      TrainConfig other = RunConfigs.of(yaml + "\n# " + i + "\n", TrainConfig.class);
      assertThat(other).isEqualTo(config).isNotSameAs(config);
    }
    assertThat(RunConfigs.of(yaml, TrainConfig.class)).isEqualTo(config).isNotSameAs(config);
  }

  @Test
  void whatIsWrongIsToldEveryTime() {
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> RunConfigs.of("nonsense: 1\n", TrainConfig.class))
          .isInstanceOf(ConfigException.class);
    }
  }
}
