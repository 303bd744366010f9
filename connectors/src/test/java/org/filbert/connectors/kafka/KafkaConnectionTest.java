package org.filbert.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.filbert.connectors.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaConnectionTest {
  private static final String NOBODY = "127.0.0.1:1";

  private static KafkaConnection connection(Map<String, String> properties) {
    return new KafkaConnection(NOBODY, properties);
  }

  @Test
  void showsNoSecrets() {
    KafkaConnection connection =
        connection(
            Map.of(
                "security.protocol", "SASL_SSL",
                "sasl.jaas.config", "word1",
                "ssl.keystore.password", "word2",
                "ssl.keystore.key", "word3",
                "my.Token", "word4"));
    assertThat(connection)
        .hasToString(
            "kafka 127.0.0.1:1 {my.Token=(hidden), sasl.jaas.config=(hidden),"
                + " security.protocol=SASL_SSL, ssl.keystore.key=(hidden),"
                + " ssl.keystore.password=(hidden)}");
    assertThat(connection.clientProperties()).containsEntry("sasl.jaas.config", "word1");
  }

  @Test
  void hidesAllThatKafkaCallsAPasswordExceptCertificates() {
    ConfigDef definition = new ConfigDef().withClientSaslSupport().withClientSslSupport();
    List<String> passwords =
        definition.configKeys().values().stream()
            .filter(key -> key.type == ConfigDef.Type.PASSWORD)
            .map(key -> key.name)
            .filter(name -> !name.contains("certificate"))
            .toList();
    assertThat(passwords).isNotEmpty().allMatch(Secrets::hides);
  }

  @Test
  void refusesWhatHasASettingOfItsOwn() {
    assertThatThrownBy(() -> connection(Map.of("group.id", "a", "client.id", "b", "acks", "all")))
        .hasMessageStartingWith("properties: found client.id, group.id, allowed only");
    assertThatThrownBy(() -> new KafkaConnection(" ", Map.of()))
        .hasMessageStartingWith("bootstrapServers: found an empty text");
  }

  @Test
  void namesABrokerThatDoesNotAnswer() {
    try (BrokerCheck check = new BrokerCheck(connection(Map.of()), Duration.ofSeconds(1))) {
      assertThatThrownBy(() -> check.requireTopics(List.of("letters")))
          .isInstanceOf(BadInputException.class)
          .hasMessage("kafka 127.0.0.1:1: found no broker that answers within 1 s");
    }
  }

  @Test
  void namesSettingsThatCannotBeUsed() {
    assertThatThrownBy(
            () ->
                new BrokerCheck(
                    connection(Map.of("security.protocol", "TLS")), Duration.ofSeconds(1)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("kafka 127.0.0.1:1: found settings that cannot be used")
        .hasMessageContaining("TLS");
    assertThatThrownBy(
            () -> new BrokerCheck(new KafkaConnection("no port", Map.of()), Duration.ofSeconds(1)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("kafka no port: found settings that cannot be used");
  }

  @Test
  void aPasswordIsNotInTheMessageAboutItsPlace() {
    String jaas = "org.apache.kafka.common.security.plain.PlainLoginModule required password=pq7";
    assertThatThrownBy(
            () ->
                new BrokerCheck(
                    connection(
                        Map.of(
                            "security.protocol", "SASL_PLAINTEXT",
                            "sasl.mechanism", "PLAIN",
                            "sasl.jaas.config", jaas)),
                    Duration.ofSeconds(1)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("kafka 127.0.0.1:1: found settings that cannot be used")
        .hasMessageNotContaining("pq7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "1.5", "99999999999"})
  void refusesATransactionTimeoutThatIsNoNumber(String timeout) {
    KafkaOutput output =
        new KafkaOutput(connection(Map.of("transaction.timeout.ms", timeout)), "job");
    assertThatThrownBy(output::timeout)
        .hasMessage(
            "transaction.timeout.ms: found "
                + timeout
                + ", allowed a whole number of milliseconds");
  }

  @Test
  void transactionsMustOutliveTheIntervalOfCheckpoints() {
    KafkaConnection connection = connection(Map.of("transaction.timeout.ms", "60000"));
    try (BrokerCheck check = new BrokerCheck(connection, Duration.ofSeconds(1))) {
      assertThatThrownBy(
              () ->
                  check.requireTransactions(
                      new KafkaOutput(connection, "job"), Duration.ofMinutes(1)))
          .isInstanceOf(BadInputException.class)
          .hasMessage(
              "kafka 127.0.0.1:1: found transaction.timeout.ms of 60000, allowed more than the"
                  + " 60000 ms between checkpoints");
    }
  }
}
