package org.filbert.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.section.CheckpointConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunStartTest {
  private static final String GOOD =
      """
      {"runId": "0f-1", "created": 5, "workers": 2, "store": "models", "workingDirectory": "/", "configuration": ""}
      """;

  @TempDir Path directory;

  private RunStart resume(String run) throws IOException {
    Files.writeString(directory.resolve("run.json"), run);
    return RunStart.resume(directory.toString());
  }

  @Test
  void aRunGoesOnAsWhoItWas() throws IOException {
    assertThat(resume(GOOD).identity())
        .isEqualTo(new RunIdentity("0f-1", 5, 2, "models", "/", "", null));
  }

  @Test
  void aStreamKeepsTheParallelismThatItIsGiven() throws IOException {
    String run = directory.resolve("stream").toString();
    RunStart begun = RunStart.of(run, stream("auto"), ProjectPaths.ofProcess());
    begun.create();
    RunStart as = RunStart.resume(run);
    assertThat(as.with(stream("auto"))).isSameAs(as);

    int other = begun.identity().workers() + 1;
    RunStart changed = as.with(stream(Integer.toString(other)));
    assertThat(changed.identity().workers()).isEqualTo(other);
    assertThat(changed.identity().runId()).isEqualTo(begun.identity().runId());
    assertThat(changed.formerWorkers()).hasValue(begun.identity().workers());
    changed.create();

    RunStart again = RunStart.resume(run);
    assertThat(again.identity()).isEqualTo(changed.identity());
    assertThat(again.formerWorkers()).isEmpty();
    assertThat(Path.of(run, "config.yaml")).content().contains("parallelism: " + other);
  }

  private static OnlineConfig stream(String parallelism) {
    return new ConfigLoader()
        .parse(
            """
            parallelism: %s
            task: classification
            input: {file: {path: rows.csv, format: {type: csv, header: true, label: class}}}
            """
                .formatted(parallelism),
            OnlineConfig.class);
  }

  private RunStart of(@Nullable String job) throws IOException {
    return of(job, 0);
  }

  private RunStart of(@Nullable String job, int restarts) throws IOException {
    return RunStart.of(
        directory.resolve("run").toString(),
        new CheckpointConfig(Duration.ofSeconds(1), Optional.empty(), restarts),
        2,
        "models",
        ProjectPaths.ofProcess(),
        new Application(true, Optional.ofNullable(job), false, Optional.empty()));
  }

  @Test
  void anApplicationThatFlinkRunsAgainIsTheSameRun() throws IOException {
    RunStart first = of("5a");
    first.create();

    RunStart again = of("5a");
    assertThat(again.occasion()).isEqualTo(RunStart.Occasion.AGAIN);
    assertThat(again.identity()).isEqualTo(first.identity());
    again.create(); // changes nothing
    assertThat(of("5a").identity()).isEqualTo(first.identity());

    assertThat(again.hasEnded()).isFalse();
    Files.createFile(directory.resolve("run/summary.json"));
    assertThat(again.hasEnded()).isTrue();
  }

  @Test
  void anotherConfigurationIsAnotherRun() throws IOException {
    of("5a").create();
    assertThat(of("5a", 1).occasion()).isEqualTo(RunStart.Occasion.NEW);
  }

  @Test
  void aDeploymentThatStartsFromASavepointGoesOnWithTheRunAsItsJob() throws IOException {
    RunStart first = of("5a");
    first.create();
    Application upgraded =
        new Application(true, Optional.of("5b"), false, Optional.of("savepoints/1"));
    RunStart again = RunStart.again(first.directory(), upgraded).orElseThrow();
    assertThat(again.occasion()).isEqualTo(RunStart.Occasion.AGAIN);
    assertThat(again.savepoint()).hasValue("savepoints/1");
    assertThat(again.identity().runId()).isEqualTo(first.identity().runId());
    again.create();
    assertThat(of("5b").occasion()).isEqualTo(RunStart.Occasion.AGAIN);
    assertThat(of("5a").occasion()).isEqualTo(RunStart.Occasion.NEW);
    assertThat(RunStart.again(directory.resolve("other").toString(), upgraded)).isEmpty();
    assertThat(RunStart.again(first.directory(), Application.FOLLOWING)).isEmpty();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "5b")
  void anotherRunIsNewAndDoesNotTakeTheDirectory(@Nullable String job) throws IOException {
    of("5a").create();
    RunStart other = of(job);
    assertThat(other.occasion()).isEqualTo(RunStart.Occasion.NEW);
    assertThatThrownBy(other::create)
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith(
            "run: contains a run that has no checkpoint: unless it is still going on, delete the"
                + " directory; --out names another directory");
    Files.createFile(directory.resolve("run/summary.json"));
    assertThatThrownBy(other::create)
        .hasMessageContaining("run: contains a run that has ended: ")
        .hasMessageContaining("/run/report.html shows it; --out names");
  }

  @Test
  void aRunThatCanGoOnIsToldFromOneThatCanBeginAnew() {
    assertThat(new FormerRun("r", false, Optional.of("train"), "go on with: this").refusal())
        .hasMessage(
            "r: contains a run that has not ended: unless it is still going on, go on with: this;"
                + " --out names another directory");
    assertThat(new FormerRun("r", false, Optional.of("train"), "").refusal())
        .hasMessageContaining("unless it is still going on, ./filbert train --resume begins it");
    assertThat(new FormerRun("r", false, Optional.of("train-online"), "").refusal())
        .hasMessageContaining("unless it is still going on, delete the directory");
  }

  @Test
  void aRunThatFailedBeforeACheckpointLeavesItsDirectory() throws IOException {
    of("5a").create();
    new RunDirectory(directory.resolve("run").toString()).fail("a bad record");
    RunStart other = of("5b");
    other.create();
    assertThat(other.identity()).isEqualTo(of("5b").identity());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"0f-1\", \"..\"",
        "\"0f-1\", \"a/../../b\"",
        "\"0f-1\", \"\"",
        "\"0f-1\", null",
        "\"/\", null",
        "\"/\", \"\\u0000\"",
        "\"models\", null",
        "\"\"}, null}",
        "2, 0",
        "2, -1",
        "2, 1e99",
        "{, [",
        "}, "
      })
  void whatIsNoIdentityIsRefused(String change) {
    String[] words = change.split(", ", -1);
    assertThatThrownBy(() -> resume(GOOD.replace(words[0], words[1])))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("found no run to resume: run.json is missing or damaged");
  }
}
