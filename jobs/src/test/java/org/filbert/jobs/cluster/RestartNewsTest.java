package org.filbert.jobs.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RestartNewsTest {
  private static final JobOverview RUNNING = new JobOverview("RUNNING", Map.of("RUNNING", 4));
  private static final JobOverview PAUSING = new JobOverview("RESTARTING", Map.of("CANCELED", 4));
  private static final JobOverview SCHEDULED = new JobOverview("RUNNING", Map.of("SCHEDULED", 4));
  private static final JobOverview DEPLOYING = new JobOverview("RUNNING", Map.of("DEPLOYING", 4));

  private final RestartNews news =
      new RestartNews(2, SlotWait.ofConfiguration(Duration.ofHours(1)), "; add one");
  private @Nullable String failure;
  private int slots = 2;

  private Optional<String> at(JobOverview job, int seconds) throws InterruptedException {
    return news.at(
        job,
        new RestartNews.Source() {
          @Override
          public Optional<String> reason() {
            return Optional.ofNullable(failure);
          }

          @Override
          public Optional<ClusterOverview> slots() {
            return Optional.of(new ClusterOverview(slots, slots, 0, 1));
          }
        },
        Duration.ofSeconds(seconds).toNanos());
  }

  @Test
  void aLostMachineIsToldWithWhatIsWaitedForAndWhenItGoesOn() throws Exception {
    assertThat(at(RUNNING, 0)).isEmpty();
    failure = "taskmanager-2 is no longer reachable";
    slots = 1;
    assertThat(at(PAUSING, 10))
        .contains(
            "the run failed and goes on from its last checkpoint: taskmanager-2 is no longer"
                + " reachable");
    assertThat(at(PAUSING, 11))
        .contains(
            "waiting for slots: the run needs 2, the cluster has 1; it waits for 1 h at most"
                + " (restart.wait); add one");
    assertThat(at(SCHEDULED, 12)).isEmpty();
    assertThat(at(PAUSING, 60)).as("Flink tries again").isEmpty();
    slots = 2;
    assertThat(at(DEPLOYING, 76)).isEmpty();
    assertThat(at(RUNNING, 77)).contains("the run goes on, after 67 s");
    assertThat(at(RUNNING, 78)).isEmpty();
  }

  @Test
  void aFailureWithSlotsEnoughIsNoWait() throws Exception {
    at(RUNNING, 0);
    failure = "a task failed";
    assertThat(at(PAUSING, 1)).isPresent();
    assertThat(at(PAUSING, 50)).isEmpty();
    assertThat(at(SCHEDULED, 51)).get().asString().contains("not all of them free");
    assertThat(at(RUNNING, 52)).contains("the run goes on, after 51 s");
  }

  @Test
  void theBeginningOfARunIsNoNews() throws Exception {
    assertThat(at(SCHEDULED, 0)).isEmpty();
    assertThat(at(DEPLOYING, 1)).isEmpty();
    assertThat(at(RUNNING, 2)).isEmpty();
  }

  @Test
  void aRunThatWaitsForTooLongIsOverdue() throws Exception {
    at(RUNNING, 0);
    assertThat(news.isOverdue(Duration.ofDays(1).toNanos())).isFalse();
    at(SCHEDULED, 10);
    assertThat(news.isOverdue(Duration.ofSeconds(3609).toNanos())).isFalse();
    assertThat(news.isOverdue(Duration.ofSeconds(3610).toNanos())).isTrue();
    at(RUNNING, 3611);
    assertThat(news.isOverdue(Duration.ofDays(1).toNanos())).isFalse();
  }

  @Test
  void aJobThatEndsIsNoNews() throws Exception {
    at(RUNNING, 0);
    assertThat(at(new JobOverview("FINISHED", Map.of("FINISHED", 4)), 1)).isEmpty();
    assertThat(at(new JobOverview("CANCELLING", Map.of("CANCELING", 4)), 1)).isEmpty();
  }

  @Test
  void theReasonOfAFailureIsItsInnermostCauseInALine() throws Exception {
    JobFailures failures =
        new ObjectMapper()
            .readValue(
                """
                {"exceptionHistory": {"entries": [{"stacktrace": "a.b.OuterException: outer\\n\\tat x\\nCaused by: a.b.Inner$LostException: a machine was lost\\n\\tat y\\n"}]}}
                """,
                JobFailures.class);
    assertThat(failures.newest()).contains("a machine was lost");
  }
}
