package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.assertj.core.data.Offset;
import org.filbert.connectors.BadInputException;
import org.filbert.it.SharedFlink;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.filbert.jobs.run.RunStart;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Learning from a topic that is written while the job runs. */
@Timeout(600)
class OnlineKafkaTest {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path shared;

  @TempDir Path directory;

  /** Of a run that nothing disturbs. */
  private static LetterTopics calm;

  @BeforeAll
  static void undisturbed() throws Exception {
    calm = new LetterTopics(BROKER, "calm", shared);
    calm.sendHalf(1);
    JobClient job = start(calm, "input.kafka.properties={ssl.key.password: pq7}");
    calm.sendHalf(2);
    calm.awaitHalves(2);
    stop(job, shared);
  }

  private static JobClient start(LetterTopics topics, String... more) throws Exception {
    List<String> settings = new ArrayList<>(topics.settings());
    settings.addAll(List.of(more));
    OnlineConfig config =
        new ConfigLoader().load(LetterTopics.CONFIG, settings, OnlineConfig.class);
    return new OnlineJob(
            config, new ProjectPaths(LetterTopics.HOME, LetterTopics.HOME), new Configuration())
        .start(topics.run().toString());
  }

  private static void stop(JobClient job, Path directory) throws Exception {
    job.stopWithSavepoint(
            false, directory.resolve("savepoints").toString(), SavepointFormatType.CANONICAL)
        .get();
    job.getJobExecutionResult().get();
  }

  @Test
  void aBrokerThatStopsAndStartsInMidStreamLosesNothingAndDoublesNothing() throws Exception {
    assertThat(calm.deadLetters()).startsWith("bad-1-0", "bad-1-40").endsWith("bad-2-760");

    LetterTopics disturbed = new LetterTopics(BROKER, "disturbed", directory);
    JobClient job = start(disturbed);
    disturbed.sendHalf(1);
    disturbed.awaitHalves(1);
    disturbed.sendHalf(2);
    BROKER.stop();
    BROKER.restart();
    disturbed.awaitHalves(2);
    stop(job, directory);

    assertThat(disturbed.predictions()).isEqualTo(calm.predictions());
    assertThat(disturbed.deadLetters()).isEqualTo(calm.deadLetters());
    assertThat(disturbed.curve()).isEqualTo(calm.curve()).hasSize(8);
  }

  /** Offsets and transactions are Flink's to divide, the model is the workers'. */
  @Test
  void goesOnWithMoreWorkers() throws Exception {
    LetterTopics changed = new LetterTopics(BROKER, "others", directory);
    JobClient job = start(changed);
    changed.sendHalf(1);
    changed.awaitHalves(1);
    job.stopWithSavepoint(false, null, SavepointFormatType.CANONICAL).get();
    job.getJobExecutionResult().get();
    job = resume(changed, 3);
    changed.sendHalf(2);
    changed.awaitHalves(2);
    stop(job, directory);

    Map<String, String> expected = calm.predictions();
    changed
        .predictions()
        .forEach(
            (id, prediction) -> {
              double[] scores = scores(expected.get(id));
              assertThat(scores(prediction)).as(id).containsExactly(scores, Offset.offset(1e-6));
            });
    assertThat(changed.deadLetters()).isEqualTo(calm.deadLetters());
  }

  private static JobClient resume(LetterTopics topics, int workers) throws Exception {
    List<String> settings = new ArrayList<>(topics.settings());
    settings.add("parallelism=" + workers);
    OnlineConfig config =
        new ConfigLoader().load(LetterTopics.CONFIG, settings, OnlineConfig.class);
    return new OnlineJob(
            config, new ProjectPaths(LetterTopics.HOME, LetterTopics.HOME), new Configuration())
        .start(RunStart.resume(topics.run().toString()).with(config));
  }

  private static double[] scores(String prediction) {
    try {
      return JSON.convertValue(JSON.readTree(prediction).get("scores"), double[].class);
    } catch (JsonProcessingException e) {
      throw new AssertionError(prediction, e);
    }
  }

  @Test
  void theRunDirectoryHasNoSecrets() throws Exception {
    assertThat(Contents.below(shared))
        .allSatisfy((file, content) -> assertThat(content).as(file).doesNotContain("pq7"));
    assertThat(calm.run().resolve("config.yaml")).content().contains("(hidden)");
  }

  @Test
  void aTopicThatIsMissingEndsTheRunBeforeItStarts() throws Exception {
    LetterTopics topics = new LetterTopics(BROKER, "missing", directory);
    assertThatThrownBy(() -> start(topics, "input.kafka.topic=nowhere"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("found no topic nowhere, allowed topics that exist");
    assertThat(topics.run()).doesNotExist();
  }
}
