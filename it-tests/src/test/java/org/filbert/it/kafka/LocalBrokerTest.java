package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.filbert.it.CommandLineRun;
import org.filbert.jobs.kafka.LocalBroker;
import org.filbert.jobs.kafka.LocalBrokerOptions;
import org.filbert.jobs.process.ClusterException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The broker of the command line, and the commands for its topics. */
@Timeout(300)
class LocalBrokerTest {
  @TempDir Path directory;

  private LocalBroker start(int port) throws InterruptedException {
    return LocalBroker.start(
        new LocalBrokerOptions(home(), port, Duration.ofSeconds(120)), KafkaBroker.INSTALLATION);
  }

  private Path home() {
    return directory.resolve("kafka");
  }

  private CommandLineRun kafka(String... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "kafka";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[all.length - 2] = "--directory";
    all[all.length - 1] = home().toString();
    return CommandLineRun.of(all);
  }

  @Test
  void keepsItsTopicsUntilTheyAreDeleted() throws Exception {
    Path lines = Files.writeString(directory.resolve("lines.txt"), "head\na\nb\nc\nd\n");
    try (LocalBroker broker = start(0)) {
      assertThatThrownBy(() -> start(0))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("a broker already runs at " + broker.bootstrapServers());
      assertThat(kafka("status").assertDone().out())
          .isEqualTo("broker is up at " + broker.bootstrapServers() + "\n");
      kafka("topics", "create", "some", "more", "--partitions", "2").assertDone();
      assertThat(kafka("topics", "list").assertDone().out()).isEqualTo("more 2\nsome 2\n");
      kafka("topics", "create", "some").assertRefused("Topic 'some' already exists.");
      kafka("produce", "--topic", "some", "--file", lines.toString(), "--header", "--rows", "2-3")
          .assertDone();
      kafka("produce", "--topic", "some", "--file", "absent.txt").assertRefused("no such file");
      kafka("consume", "--topic", "absent").assertRefused("found no topic absent");
    }
    assertThat(LocalBroker.find(home())).isEmpty();
    assertThat(kafka("status").exitCode()).isEqualTo(3);
    kafka("topics", "list").assertRefused("start one with filbert kafka start");

    try (LocalBroker again = start(0)) {
      assertThat(again.isAlive()).isTrue();
      assertThat(kafka("consume", "--topic", "some").assertDone().out().lines())
          .containsExactlyInAnyOrder("b", "c");
      assertThat(kafka("consume", "--topic", "some", "--headers").assertDone().out())
          .contains("key: 2\nb\n", "key: 3\nc\n");
      assertThat(kafka("stop", "--delete").assertDone().out()).isEqualTo("stopped the broker\n");
      assertThat(again.isAlive()).isFalse();
    }
    assertThat(home()).doesNotExist();
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(process -> process.info().commandLine().orElse("").contains(home().toString()));
  }

  @Test
  void saysWhyItDoesNotComeUp() throws Exception {
    Files.createDirectories(home().resolve("data"));
    Files.writeString(home().resolve("data/meta.properties"), "version=1\n");
    assertThatThrownBy(() -> start(0))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("the broker ended at once; the end of " + home())
        .hasMessageContaining("meta.properties");
    assertThat(LocalBroker.find(home())).isEmpty();
  }
}
