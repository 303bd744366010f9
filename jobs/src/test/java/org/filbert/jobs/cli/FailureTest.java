package org.filbert.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.runtime.messages.FlinkJobNotFoundException;
import org.apache.flink.util.SerializedThrowable;
import org.filbert.connectors.BadInputException;
import org.junit.jupiter.api.Test;

class FailureTest {
  private static String report(Exception exception, int exitCode) {
    StringWriter err = new StringWriter();
    assertThat(new Failure(exception).report(new PrintWriter(err), false)).isEqualTo(exitCode);
    return err.toString().strip();
  }

  private static JobExecutionException failed(Throwable cause) {
    return new JobExecutionException(new JobID(), "Job execution failed.", cause);
  }

  @Test
  void namesWhatEverythingElseWraps() {
    assertThat(report(failed(new RuntimeException("outer", new IllegalStateException("why"))), 1))
        .isEqualTo(
            "error: unexpected java.lang.IllegalStateException: why (--debug prints the rest)");
  }

  @Test
  void namesItThroughWhatFlinkHasPacked() {
    assertThat(report(failed(new SerializedThrowable(new IllegalStateException("packed why"))), 1))
        .contains("java.lang.IllegalStateException: packed why");
  }

  @Test
  void findsWhatTheUserCanPutRight() {
    BadInputException bad = new BadInputException("data.csv", "found nothing");
    assertThat(report(failed(new RuntimeException(bad)), 2))
        .isEqualTo("error: " + bad.getMessage());
  }

  private static RuntimeException answered(String thrown) {
    return new RuntimeException(
        "[RestHandlerException: %s: Could not find it%n\tat a.b.C.d(C.java:94)%n\tat java.base/e.F.g(F.java:1)%nCaused by: x%n\tat a.b(C.java:2)]"
            .formatted(thrown));
  }

  @Test
  void aJobManagerThatDoesNotKnowTheJobIsNamedAndNoStackTraceShown() {
    assertThat(report(failed(answered(FlinkJobNotFoundException.class.getName())), 1))
        .isEqualTo(
            "error: unexpected the JobManager was lost, and the one that answers now does not know"
                + " the job, as without high availability (--debug prints the rest)");
    assertThat(report(failed(answered("another")), 1))
        .contains("another: Could not find it")
        .doesNotContain("\n", "a.b.C", "Caused by");
  }

  @Test
  void saysThatAJobWasCancelled() {
    assertThat(report(new JobCancellationException(new JobID(), "Job was cancelled.", null), 1))
        .contains("it was cancelled");
  }
}
