package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.operators.loop.spec.UserErrorException;
import org.filbert.testing.LetterData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A scheduler that adapts to the available slots would leave out workers and their rows. */
class FewSlotsTest {
  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.cluster(1, 2, adaptive());

  private static Configuration adaptive() {
    Configuration configuration = new Configuration();
    configuration.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Adaptive);
    configuration.set(
        JobManagerOptions.SCHEDULER_SUBMISSION_RESOURCE_WAIT_TIMEOUT, Duration.ofSeconds(5));
    return configuration;
  }

  @Test
  void aRunOnFewerSlotsThanWorkersEndsAtOnce() {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    SuperstepLoop.build(
        env.fromData(LetterData.instances(300, 60), InstanceSerializer.TYPE),
        new LetterLoop("wide", 4, 100, 3));
    assertThatThrownBy(env::execute)
        .hasRootCauseMessage(
            "the run needs 4 slots, Flink's scheduler gives it 2: add slots, or lower parallelism")
        .hasStackTraceContaining(UserErrorException.class.getName());
  }
}
