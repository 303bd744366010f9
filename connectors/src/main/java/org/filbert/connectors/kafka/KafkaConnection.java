package org.filbert.connectors.kafka;

import java.io.Serializable;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * Connection to the brokers.
 *
 * @param bootstrapServers {@code host:port}, several separated by commas
 * @param properties of Kafka's clients, such as {@code security.protocol}; messages never show
 *     secrets
 */
public record KafkaConnection(String bootstrapServers, Map<String, String> properties)
    implements Serializable {
  /** Properties that are set here or by Flink. */
  private static final Set<String> RESERVED =
      Set.of(
          "auto.offset.reset",
          "bootstrap.servers",
          "client.id",
          "enable.auto.commit",
          "group.id",
          "key.deserializer",
          "key.serializer",
          "transactional.id",
          "value.deserializer",
          "value.serializer");

  public KafkaConnection {
    properties = Map.copyOf(properties);
    if (bootstrapServers.isBlank()) {
      throw new IllegalArgumentException(
          "bootstrapServers: found an empty text, allowed host:port of one or more brokers");
    }
    Set<String> reserved = new TreeSet<>(properties.keySet());
    reserved.retainAll(RESERVED);
    if (!reserved.isEmpty()) {
      throw new IllegalArgumentException(
          "properties: found "
              + String.join(", ", reserved)
              + ", allowed only properties without a setting of their own that Flink does not set");
    }
  }

  Properties clientProperties() {
    Properties client = new Properties();
    client.putAll(properties);
    client.setProperty("bootstrap.servers", bootstrapServers);
    return client;
  }

  @Override
  public String toString() {
    return "kafka " + bootstrapServers + " " + Secrets.masked(properties);
  }
}
