package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalDouble;
import org.apache.flink.core.execution.JobClient;
import org.filbert.it.SharedFlink;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.scoring.TopicScoring;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A model that predicts from topic to topic. */
@Timeout(300)
class TopicScoringTest {
  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  private static ScoredLetters letters;

  @TempDir Path directory;

  @BeforeAll
  static void train() throws IOException {
    letters = new ScoredLetters(BROKER);
  }

  private void publish(String run) throws IOException {
    ScoredLetters.store(directory).publish("letters", run, Instant.EPOCH, letters.model());
  }

  @Test
  void predictsEachRecordOnceOverAStopAndANewerVersion() throws Exception {
    BROKER.createTopics(1, "letters-in", "letters-out", "letters-dead");
    publish("first");
    TopicScoring scoring = letters.scoring("letters", directory, OptionalDouble.empty());
    JobClient job = ScoredLetters.start(scoring, ScoredLetters.anew(scoring, directory));
    letters.send("letters", 1);
    BROKER.await("letters-out", records -> records.size() >= ScoredLetters.HALF / 2);
    ScoredLetters.stop(job);
    letters.send("letters", 2);
    publish("second");
    job = ScoredLetters.start(scoring, RunStart.resume(directory.resolve("run").toString()));
    BROKER.await("letters-out", records -> records.size() >= 2 * ScoredLetters.HALF);
    BROKER.await("letters-dead", records -> records.size() >= 2);
    ScoredLetters.stop(job);

    assertThat(letters.assertAnsweredOnce("letters")).isSorted().endsWith(2);
  }

  @Test
  void whatDoesNotFitIsRefusedBeforeTheJob() throws Exception {
    publish("first");
    TopicScoring missing = letters.scoring("absent", directory, OptionalDouble.empty());
    assertThatThrownBy(() -> ScoredLetters.start(missing, ScoredLetters.anew(missing, directory)))
        .hasMessageContaining("found no topic absent-in");
    TopicScoring intervals = letters.scoring("absent", directory, OptionalDouble.of(0.9));
    assertThatThrownBy(
            () -> ScoredLetters.start(intervals, ScoredLetters.anew(intervals, directory)))
        .hasMessageContaining("--interval: the model predicts classes");
  }
}
