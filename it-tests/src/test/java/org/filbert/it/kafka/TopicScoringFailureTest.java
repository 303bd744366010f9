package org.filbert.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalDouble;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.executiongraph.AccessExecutionJobVertex;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InternalMiniClusterExtension;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.util.TestStreamEnvironment;
import org.filbert.jobs.scoring.TopicScoring;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Predictions from topic to topic on a TaskManager that is lost. */
@Timeout(300)
class TopicScoringFailureTest {
  private static final int SLOTS = 2;

  @RegisterExtension static final KafkaBroker BROKER = new KafkaBroker();

  @RegisterExtension
  static final InternalMiniClusterExtension FLINK =
      new InternalMiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(SLOTS)
              .build());

  @TempDir Path directory;

  @AfterEach
  void leave() {
    TestStreamEnvironment.unsetAsContext();
  }

  @Test
  void eachRecordIsAnsweredOnce() throws Exception {
    MiniCluster cluster = FLINK.getMiniCluster();
    TestStreamEnvironment.setAsContext(cluster, SLOTS);
    BROKER.createTopics(1, "lost-in", "lost-out", "lost-dead");
    ScoredLetters letters = new ScoredLetters(BROKER);
    ScoredLetters.store(directory).publish("letters", "first", Instant.EPOCH, letters.model());
    TopicScoring scoring = letters.scoring("lost", directory, OptionalDouble.empty());
    JobClient job = ScoredLetters.start(scoring, ScoredLetters.anew(scoring, directory));
    letters.send("lost", 1);
    BROKER.await("lost-out", records -> records.size() >= ScoredLetters.HALF / 2);
    letters.send("lost", 2); // of these, some are under way
    cluster.terminateTaskManager(0).get();
    cluster.startTaskManager();
    BROKER.await("lost-out", records -> records.size() >= 2 * ScoredLetters.HALF);
    BROKER.await("lost-dead", records -> records.size() >= 2);
    ScoredLetters.stop(job);

    assertThat(letters.assertAnsweredOnce("lost")).containsOnly(1);
    for (AccessExecutionJobVertex vertex :
        cluster.getExecutionGraph(job.getJobID()).get().getVerticesTopologically()) {
      for (AccessExecutionVertex task : vertex.getTaskVertices()) {
        assertThat(task.getCurrentExecutionAttempt().getAttemptNumber()).isPositive();
      }
    }
  }
}
