package org.filbert.connectors.kafka;

import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.filbert.connectors.BadInputException;
import org.jspecify.annotations.Nullable;

/**
 * Checks brokers and topics before a job is built, so that problems are reported at once and in one
 * line. An unreachable broker is asked again until the patience ends.
 */
public final class BrokerCheck implements AutoCloseable {
  private static final String BROKER_TIMEOUT = "transaction.max.timeout.ms";
  private static final int REQUEST_MILLIS = 5_000;

  private final KafkaConnection connection;
  private final Duration patience;
  private final Admin admin;

  /**
   * @param patience for each answer
   * @throws BadInputException if the addresses or the properties cannot be used
   */
  public BrokerCheck(KafkaConnection connection, Duration patience) {
    this.connection = connection;
    this.patience = patience;
    Properties properties = connection.clientProperties();
    int millis = Math.toIntExact(patience.toMillis());
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(millis, REQUEST_MILLIS));
    try {
      admin = Admin.create(properties);
    } catch (KafkaException e) {
      throw problem("found settings that cannot be used: " + whatIsWrong(e), e);
    }
  }

  /** Fails unless the topics exist. */
  public void requireTopics(Collection<String> topics) {
    for (Map.Entry<String, ? extends KafkaFuture<?>> topic :
        admin.describeTopics(topics).topicNameValues().entrySet()) {
      answer(topic.getValue(), "topic " + topic.getKey());
    }
  }

  /**
   * Fails unless transactions may stay open for as long as the job's.
   *
   * @param checkpoints interval of checkpoints, which end transactions
   */
  public void requireTransactions(KafkaOutput output, Duration checkpoints) {
    Duration timeout = output.timeout();
    if (timeout.compareTo(checkpoints) <= 0) {
      throw problem(
          "found %s of %s, allowed more than the %s ms between checkpoints"
              .formatted(KafkaOutput.TIMEOUT, timeout.toMillis(), checkpoints.toMillis()),
          null);
    }
    OptionalLong allowed = longestTransaction();
    if (allowed.isPresent() && timeout.toMillis() > allowed.getAsLong()) {
      throw problem(
          "found %s of %s, allowed at most the broker's %s of %s: set it in properties"
              .formatted(
                  KafkaOutput.TIMEOUT, timeout.toMillis(), BROKER_TIMEOUT, allowed.getAsLong()),
          null);
    }
  }

  /** The broker's limit in milliseconds. Empty if this user may not read the broker's settings. */
  private OptionalLong longestTransaction() {
    Node broker = answer(admin.describeCluster().nodes(), "the cluster").iterator().next();
    ConfigResource resource =
        new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(broker.id()));
    try {
      Config settings =
          answer(
                  admin.describeConfigs(List.of(resource)).all(),
                  "the settings of broker " + broker.id())
              .values()
              .iterator()
              .next();
      return OptionalLong.of(Long.parseLong(settings.get(BROKER_TIMEOUT).value()));
    } catch (BadInputException e) {
      if (e.getCause() instanceof AuthorizationException) {
        return OptionalLong.empty();
      }
      throw e;
    }
  }

  private <T> T answer(KafkaFuture<T> question, String subject) {
    try {
      return question.get();
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      if (cause instanceof UnknownTopicOrPartitionException) {
        throw problem("found no " + subject + ", allowed topics that exist", cause);
      }
      if (cause instanceof TimeoutException) {
        throw problem("found no broker that answers within " + patience.toSeconds() + " s", cause);
      }
      if (cause instanceof SslAuthenticationException) {
        Throwable why = Objects.requireNonNullElse(cause.getCause(), cause);
        throw problem("found the TLS connection refused: " + why.getMessage(), cause);
      }
      String what = cause instanceof AuthenticationException ? "the log-in" : subject;
      throw problem("found " + what + " refused: " + cause.getMessage(), cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking for " + subject, e);
    }
  }

  private BadInputException problem(String found, @Nullable Throwable cause) {
    return new BadInputException("kafka " + connection.bootstrapServers(), found, cause);
  }

  /** The messages of Kafka's exception and of its first cause, which may name only a file. */
  private static String whatIsWrong(KafkaException failure) {
    Throwable kafkas = failure;
    while (kafkas.getCause() instanceof KafkaException deeper) {
      kafkas = deeper;
    }
    Throwable cause = kafkas.getCause();
    if (cause == null) {
      return String.valueOf(kafkas.getMessage());
    }
    return kafkas.getMessage()
        + ": "
        + (cause instanceof NoSuchFileException ? "no such file" : cause.getMessage());
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
