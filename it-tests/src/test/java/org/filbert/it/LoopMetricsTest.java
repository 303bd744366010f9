package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.DoubleStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.linalg.Backend;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.testing.LetterData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A reporter shows the metrics of a loop, which continue after failures. */
class LoopMetricsTest {
  private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      MiniFlink.cluster(2, 1, REPORTER.addToConfiguration(new Configuration()));

  private static final AtomicInteger FAILED = new AtomicInteger();

  @TempDir Path checkpoints;

  private static final class Failing extends LetterLoop {
    private final String directory;

    Failing(Path checkpoints) {
      super("failing", 2, 100, 30);
      directory = checkpoints.toString();
    }

    @Override
    public Backend backend(int slots) {
      return FailingBlas.in(super.backend(slots), new Injection(Path.of(directory), 2, FAILED));
    }
  }

  @Test
  void countsSurviveFailures() throws Exception {
    JobID calm = run(new LetterLoop("calm", 2, 100, 30));
    JobID disturbed = run(new Failing(checkpoints));

    assertThat(FAILED).hasValue(2);
    assertThat(largest(disturbed, "driver", "steps"))
        .isEqualTo(largest(calm, "driver", "steps"))
        .isGreaterThan(30);
    // Further supersteps rebuild what a failed worker had not stored.
    for (String operator : List.of("driver", "workers")) {
      assertThat(largest(disturbed, operator, "superstep"))
          .isGreaterThanOrEqualTo(largest(calm, operator, "superstep"));
    }
    for (String bytes : List.of("sentBytes", "receivedBytes")) {
      assertThat(largest(disturbed, "driver", bytes))
          .isGreaterThanOrEqualTo(largest(calm, "driver", bytes))
          .isPositive();
    }
    assertThat(largest(calm, "workers", "nativeBytes")).isGreaterThanOrEqualTo(0);
    assertThat(largest(calm, "workers", "kernelSeconds")).isPositive();
    assertThat(largest(calm, "workers", "queuedFrames")).isZero();
    for (String part : List.of("programSeconds", "transportSeconds", "waitSeconds")) {
      assertThat(largest(calm, "driver", part)).isPositive();
    }
    assertThat(largest(calm, "workers", "transportSeconds")).isPositive();
    assertThat(largest(calm, "workers", "waitSeconds")).isPositive();
    for (String operator : List.of("driver", "workers")) {
      assertThat(largest(disturbed, operator, "checkpointSeconds")).isPositive();
    }
    // The full kernel has no sums; the metric is there.
    assertThat(largest(calm, "reduce", "sumSeconds")).isNotNegative();
    assertThat(largest(calm, "spread", "spreadSeconds")).isNotNegative();
  }

  private JobID run(LetterLoop loop) throws Exception {
    List<Instance> rows = LetterData.instances(1500, 300);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(
            MiniFlink.recovering(checkpoints, Duration.ofMillis(20)));
    SuperstepLoop.build(env.fromData(rows, InstanceSerializer.TYPE), loop);
    JobID job = env.execute().getJobID();
    LetterLoop.MODELS.remove(loop.name());
    return job;
  }

  /** Sum over all attempts and subtasks of an operator. */
  private static double largest(JobID job, String operator, String metric) {
    return REPORTER.getMetricsByGroup().entrySet().stream()
        .filter(
            group -> {
              Map<String, String> of = group.getKey().getAllVariables();
              return job.toString().equals(of.get("<job_id>"))
                  && of.getOrDefault("<operator_name>", "").endsWith(operator);
            })
        .flatMapToDouble(
            group ->
                group.getValue().containsKey(metric)
                    ? DoubleStream.of(value(group.getValue().get(metric)))
                    : DoubleStream.empty())
        .max()
        .orElseThrow();
  }

  private static double value(Metric metric) {
    return metric instanceof Counter counter
        ? counter.getCount()
        : ((Number) ((Gauge<?>) metric).getValue()).doubleValue();
  }
}
