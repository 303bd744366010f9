package org.filbert.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbeddedFlinkTest {
  @ParameterizedTest
  @CsvSource({"1, 64", "2, 64", "16, 64", "32, 256", "64, 1024"})
  void networkMemoryGrowsWithThePairsOfWorkers(int workers, int mebibytes) {
    Configuration flink = new Configuration();
    EmbeddedFlink.configureLoop(flink, workers);
    assertThat(flink.get(TaskManagerOptions.NUM_TASK_SLOTS)).isEqualTo(workers);
    assertThat(flink.get(TaskManagerOptions.NETWORK_MEMORY_MIN))
        .isEqualTo(flink.get(TaskManagerOptions.NETWORK_MEMORY_MAX))
        .isEqualTo(MemorySize.ofMebiBytes(mebibytes));
  }

  @Test
  void listensWhereItIsToldTo() {
    Configuration flink = new Configuration();
    flink.set(RestOptions.BIND_ADDRESS, "192.0.2.1");
    EmbeddedFlink.configure(flink, 2);
    assertThat(flink.get(RestOptions.BIND_ADDRESS)).isEqualTo("192.0.2.1");
    assertThat(flink.get(JobManagerOptions.BIND_HOST)).isEqualTo("localhost");
  }
}
