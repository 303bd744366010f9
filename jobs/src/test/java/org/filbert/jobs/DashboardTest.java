package org.filbert.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.filbert.cost.Phase;
import org.junit.jupiter.api.Test;

/** The example dashboard asks for metrics that the reference names. */
class DashboardTest {
  private static final Pattern METRIC =
      Pattern.compile("flink_(?:taskmanager_job_task_operator|jobmanager_job|taskmanager)_(\\w+)");

  @Test
  void itsMetricsAreDocumented() throws IOException {
    String page = Files.readString(Path.of("../docs/reference/metrics.md"));
    Set<String> found = metrics();
    assertThat(found).hasSizeGreaterThan(20);
    assertThat(found).allSatisfy(metric -> assertThat(page).contains("`" + metric + "`"));
  }

  @Test
  void showsEveryPartOfAWorkersTime() throws IOException {
    assertThat(metrics())
        .containsAll(
            Arrays.stream(Phase.values())
                .map(phase -> phase.name().toLowerCase(Locale.ROOT) + "Seconds")
                .toList())
        .containsAll(List.of("waitSeconds", "transportSeconds", "checkpointSeconds"));
  }

  private static Set<String> metrics() throws IOException {
    Set<String> metrics = new TreeSet<>();
    for (String expression :
        new ObjectMapper()
            .readTree(Path.of("../conf/prometheus/dashboard.json").toFile())
            .findValuesAsText("expr")) {
      Matcher metric = METRIC.matcher(expression);
      assertThat(metric.find()).as(expression).isTrue();
      metrics.add(metric.group(1));
    }
    return metrics;
  }
}
