package org.filbert.jobs.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.filbert.jobs.process.ClusterException;

/** Creates and lists the topics of a broker. */
public final class Topics implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final String bootstrapServers;
  private final Admin admin;

  public Topics(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    Properties properties = new Properties();
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    int millis = Math.toIntExact(PATIENCE.toMillis());
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
    admin = Admin.create(properties);
  }

  /** Creates topics without replication, and waits until the broker knows them. */
  public void create(Collection<String> names, int partitions) throws InterruptedException {
    answer(
        admin
            .createTopics(
                names.stream().map(name -> new NewTopic(name, partitions, (short) 1)).toList())
            .all());
    Set<String> missing = new HashSet<>(names);
    while (!missing.isEmpty()) {
      missing.removeAll(answer(admin.listTopics().names()));
    }
  }

  /** The number of partitions of every topic. */
  public SortedMap<String, Integer> list() throws InterruptedException {
    SortedMap<String, Integer> partitions = new TreeMap<>();
    answer(admin.describeTopics(answer(admin.listTopics().names())).allTopicNames())
        .forEach((name, topic) -> partitions.put(name, topic.partitions().size()));
    return partitions;
  }

  private <T> T answer(KafkaFuture<T> question) throws InterruptedException {
    try {
      return question.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new ClusterException("kafka " + bootstrapServers + ": " + cause.getMessage(), cause);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
