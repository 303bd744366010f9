package org.filbert.jobs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.connectors.kafka.Start;
import org.filbert.jobs.config.section.KafkaInputConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaConfigTest {
  private static final Path FILE = Path.of("../conf/kafka-doubly-stochastic-online.yaml");

  private final ConfigLoader loader = new ConfigLoader();

  private OnlineConfig load(String... overrides) {
    return loader.load(FILE, List.of(overrides), OnlineConfig.class);
  }

  @Test
  void readsTheExample() {
    OnlineConfig config = load();
    KafkaInputConfig input = config.input().kafka().orElseThrow();
    assertThat(input.start()).isEqualTo(Start.EARLIEST);
    assertThat(input.format(config.task(), 16, null).parser().features()).isEqualTo(16);
    assertThat(config.output().kafka().orElseThrow().deadLetters()).contains("letters-rejected");
  }

  @Test
  void aTopicBeginsAtAPlaceOrATime() {
    String[] starts = {"latest", "committed", "2026-11-01T00:00:00Z"};
    for (String start : starts) {
      OnlineConfig config = load("input.kafka.start=" + start);
      assertThat(config.input().kafka().orElseThrow().start()).isEqualTo(new Start(start));
      assertThat(loader.parse(loader.toYaml(config), OnlineConfig.class)).isEqualTo(config);
    }
    assertThatThrownBy(() -> load("input.kafka.start=yesterday"))
        .hasMessageContaining(
            "must be earliest, latest, committed or a time such as 2026-11-01T00:00:00Z, found"
                + " 'yesterday'");
  }

  @Test
  void writesNoSecrets() {
    OnlineConfig config =
        load(
            "input.kafka.properties={security.protocol: SASL_SSL, sasl.jaas.config: pq7,"
                + " ssl.key.password: pq8}");
    String yaml = loader.toYaml(config);
    assertThat(yaml)
        .contains("security.protocol: SASL_SSL", "sasl.jaas.config: (hidden)")
        .doesNotContain("pq7", "pq8");
    assertThat(config.toString()).doesNotContain("pq7", "pq8");
    assertThat(config.input().kafka().orElseThrow().connection().properties())
        .containsEntry("sasl.jaas.config", "pq7");
    assertThat(loader.toYaml(loader.parse(yaml, OnlineConfig.class))).isEqualTo(yaml);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "input.kafka.properties={ssl.key.password: 7.125}",
        "input.kafka.properties.ssl.key.password=7.125",
        "input.kafka.properties={ssl.key.password: '7.125', group.id: x}",
        "input.kafka.properties={ssl.key.password: [7.125]",
        "ssl.key.password 7.125"
      })
  void noMessageHasASecret(String override) {
    assertThatThrownBy(() -> load(override))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("(hidden)")
        .hasMessageNotContaining("7.125");
    String yaml =
        loader
            .toYaml(load("input.kafka.properties={ssl.key.password: pq7}"))
            .replace("(hidden)", "7.125");
    assertThatThrownBy(() -> loader.parse("file", yaml, OnlineConfig.class))
        .hasMessageStartingWith("file:")
        .hasMessageContaining("input.kafka.properties.ssl.key.password: must be text")
        .hasMessageNotContaining("7.125");
  }

  @Test
  void aNumberThatIsNotFiniteIsNone() {
    assertThatThrownBy(() -> load("learner.lambda=1e999"))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith(
            ": must be a number of at most 400 characters up to 1.8e308, found 1e999");
  }

  @Test
  void aClassIsNotRemovedByItsNumber() {
    assertThatThrownBy(
            () -> load("rows.groups=null", "rows.classes=[A, B, C]", "rows.classes.1=null"))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith(
            "rows.classes.1: cannot be removed from its list; set the whole list rows.classes");
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        arguments("input.kafka.topic=' '", "input.kafka: topic is empty, must be a name"),
        arguments("input.kafka.bootstrapServers=' '", "bootstrapServers: found an empty text"),
        arguments(
            "input.kafka.properties={group.id: x}", "properties: found group.id, allowed only"),
        arguments("input.kafka.start=first", "must be earliest, latest, committed or a time"),
        arguments("input.kafka.properties={enable.idempotence: true}", "must be text (quote it if"),
        arguments("learner.lambda=-1", "learner: lambda is -1.0, must be a number of 0 or more"),
        arguments(
            "rows.features=2000000000", "rows: features is 2000000000, must be at most 131072"),
        arguments("output.kafka.deadLetters=' '", "deadLetters is empty, must be a name"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void namesTheMistake(String override, String message) {
    assertThatThrownBy(() -> load(override))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("--set " + override + ": ")
        .hasMessageContaining(message);
  }
}
