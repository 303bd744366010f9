package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.filbert.connectors.RowRange;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.kafka.LineProducer;
import org.filbert.jobs.kafka.LocalBroker;
import org.filbert.jobs.kafka.LocalBrokerOptions;
import org.filbert.jobs.kafka.RecordConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code filbert kafka start | status | stop | topics | produce | consume}. */
@Command(
    name = "kafka",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert kafka start",
      "  filbert kafka topics create letters",
      "  filbert kafka stop --delete"
    },
    description = "Run a Kafka broker on this machine, and try out topics.",
    subcommands = KafkaTopicsCommand.class)
final class KafkaCommand {
  private static final Path DIRECTORY = Path.of(".filbert", "kafka");

  private static final int NOT_RUNNING = 3;

  @Option(
      names = "--directory",
      scope = ScopeType.INHERIT,
      paramLabel = "DIR",
      description = "Directory of the broker's files (default: .filbert/kafka).")
  @Nullable Path directory;

  @Option(
      names = "--bootstrap-servers",
      scope = ScopeType.INHERIT,
      paramLabel = "HOST:PORT",
      description = "Broker for topics, produce and consume (default: the one started here).")
  @Nullable String bootstrapServers;

  @Spec CommandSpec spec = CommandSpec.create();

  @Command(
      name = "start",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert kafka start --port 9092"},
      description = "Start a broker and wait until it answers.")
  int start(
      @Option(
              names = "--port",
              defaultValue = "9092",
              paramLabel = "PORT",
              description = "Port for clients, 0 for any (default: ${DEFAULT-VALUE}).")
          int port,
      @Option(
              names = "--timeout",
              defaultValue = "60",
              paramLabel = "SECONDS",
              description = "Longest time to wait, in seconds (default: ${DEFAULT-VALUE}).")
          int timeoutSeconds)
      throws InterruptedException {
    LocalBroker broker =
        LocalBroker.start(
            new LocalBrokerOptions(directory(), port, Duration.ofSeconds(timeoutSeconds)),
            Installation.ofProcess());
    out().printf("broker is up at %s, log in %s%n", broker.bootstrapServers(), broker.log());
    return 0;
  }

  @Command(
      name = "status",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert kafka status"},
      description = "Tell whether the broker runs. The exit code is 3 if it does not.")
  int status() {
    Optional<LocalBroker> found = LocalBroker.find(directory());
    if (found.isEmpty()) {
      out().println("no broker runs in " + directory());
      return NOT_RUNNING;
    }
    LocalBroker broker = found.get();
    if (!broker.isAlive()) {
      out().println("the broker has died, see " + broker.log());
      return NOT_RUNNING;
    }
    out().println("broker is up at " + broker.bootstrapServers());
    return 0;
  }

  @Command(
      name = "stop",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert kafka stop"},
      description = "Stop the broker. Its topics stay.")
  int stop(
      @Option(names = "--delete", description = "Delete the broker's topics and all its files.")
          boolean delete) {
    Optional<LocalBroker> found = LocalBroker.find(directory());
    found.ifPresent(LocalBroker::close);
    out().println(found.isPresent() ? "stopped the broker" : "no broker runs in " + directory());
    if (delete) {
      LocalBroker.delete(directory());
    }
    return 0;
  }

  @Command(
      name = "produce",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert kafka produce --topic letters --file rows.csv --header"},
      description = "Send the lines of a file, keyed by their numbers.")
  int produce(
      @Option(names = "--topic", required = true, paramLabel = "TOPIC") String topic,
      @Option(
              names = "--file",
              required = true,
              paramLabel = "FILE",
              description = "UTF-8 text, plain or .gz, .bz2 or .xz.")
          Path file,
      @Option(names = "--header", description = "Skip the first line.") boolean header,
      @Option(
              names = "--rows",
              paramLabel = "FIRST-LAST",
              description = "Send only these lines, not counting a header.")
          @Nullable String rows) {
    long sent =
        new LineProducer(bootstrapServers(), header, rows == null ? null : RowRange.valueOf(rows))
            .send(file, topic);
    out().printf(Locale.ROOT, "sent %,d records to %s%n", sent, topic);
    return 0;
  }

  @Command(
      name = "consume",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert kafka consume --topic letters-scored --max 10"},
      description = "Print the committed records of a topic.")
  int consume(
      @Option(names = "--topic", required = true, paramLabel = "TOPIC") String topic,
      @Option(
              names = "--max",
              defaultValue = "9223372036854775807",
              paramLabel = "N",
              description = "Largest number of records to print.")
          long max,
      @Option(
              names = "--headers",
              description = "Print the key and the headers of each record too.")
          boolean headers,
      @Option(names = "--follow", description = "Wait for more records at the end.")
          boolean follow) {
    new RecordConsumer(bootstrapServers())
        .read(
            topic,
            max,
            follow,
            record -> out().println(headers ? withHeaders(record) : record.value()));
    return 0;
  }

  /** Key, headers and value of a record, each on a line. */
  private static String withHeaders(ConsumerRecord<String, String> record) {
    StringBuilder text = new StringBuilder("key: ").append(record.key()).append('\n');
    for (Header header : record.headers()) {
      text.append(header.key())
          .append(": ")
          .append(new String(header.value(), StandardCharsets.UTF_8))
          .append('\n');
    }
    return text.append(record.value()).append('\n').toString();
  }

  /** The address of the named broker, or of the one that runs here. */
  String bootstrapServers() {
    return bootstrapServers(bootstrapServers, directory());
  }

  /** The address of the named broker, or of the local one in its usual directory. */
  static String bootstrapServers(@Nullable String named) {
    return bootstrapServers(named, DIRECTORY.toAbsolutePath().normalize());
  }

  private static String bootstrapServers(@Nullable String named, Path directory) {
    return named != null
        ? named
        : LocalBroker.find(directory)
            .filter(LocalBroker::isAlive)
            .map(LocalBroker::bootstrapServers)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no broker runs in "
                            + directory
                            + ": start one with filbert kafka start, or name one with"
                            + " --bootstrap-servers"));
  }

  private Path directory() {
    return Objects.requireNonNullElse(directory, DIRECTORY).toAbsolutePath().normalize();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
