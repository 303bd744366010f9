package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.filbert.it.SharedFlink;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.filbert.jobs.run.RunStart;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What happens to a topic while nobody reads it, or nobody can. */
@Tag("ci")
@Timeout(600)
class DisturbedTopicTest {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final Duration AWAY = Duration.ofMinutes(1);

  @TempDir Path directory;

  private static JobClient start(LetterTopics topics, boolean resumed) throws Exception {
    OnlineConfig config =
        new ConfigLoader().load(LetterTopics.CONFIG, topics.settings(), OnlineConfig.class);
    ProjectPaths paths = new ProjectPaths(LetterTopics.HOME, LetterTopics.HOME);
    String run = topics.run().toString();
    return new OnlineJob(config, paths, new Configuration())
        .start(resumed ? RunStart.resume(run).with(config) : RunStart.of(run, config, paths));
  }

  private static void stop(JobClient job) throws Exception {
    job.stopWithSavepoint(false, null, SavepointFormatType.CANONICAL).get();
    job.getJobExecutionResult().get();
  }

  /**
   * Rows of the new partitions came before the run knew of them. All are read, whatever the
   * partition, and each once.
   */
  @Test
  void partitionsThatAppearWhileARunIsStoppedAreReadFromTheirBeginning() throws Exception {
    LetterTopics topics = new LetterTopics(BROKER, "grown", directory);
    JobClient job = start(topics, false);
    topics.sendHalf(1);
    topics.awaitHalves(1);
    stop(job);
    topics.grow(3);
    topics.sendHalf(2, 3);
    job = start(topics, true);
    topics.awaitHalves(2);
    stop(job);

    assertThat(topics.predictions().keySet())
        .containsExactlyInAnyOrderElementsOf(LetterTopics.ids());
    assertThat(topics.deadLetters()).hasSize(40).doesNotHaveDuplicates();
  }

  /** Checkpoints fail meanwhile, and so may the run, which tries again then. */
  @Test
  void aBrokerThatIsAwayForAMinuteLosesNothingAndDoublesNothing() throws Exception {
    LetterTopics topics = new LetterTopics(BROKER, "away", directory);
    JobClient job = start(topics, false);
    topics.sendHalf(1);
    topics.awaitHalves(1);
    topics.sendHalf(2);
    BROKER.stop();
    for (long end = System.nanoTime() + AWAY.toNanos(); System.nanoTime() < end; ) {
      LockSupport.parkNanos(AWAY.toNanos() / 100);
      assertThat(job.getJobStatus().get().isGloballyTerminalState()).isFalse();
    }
    BROKER.restart();
    topics.awaitHalves(2);
    stop(job);

    assertThat(topics.predictions().keySet())
        .containsExactlyInAnyOrderElementsOf(LetterTopics.ids());
    assertThat(topics.deadLetters()).hasSize(40).doesNotHaveDuplicates();
  }
}
