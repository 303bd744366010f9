package org.filbert.jobs.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.idx.Idx;
import org.filbert.data.Role;
import org.filbert.jobs.config.section.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectPathsTest {
  @TempDir Path directory;

  private Path here;
  private Path home;
  private ProjectPaths paths;

  @BeforeEach
  void makeDirectories() throws IOException {
    here = Files.createDirectories(directory.resolve("here"));
    home = Files.createDirectories(directory.resolve("home"));
    Files.writeString(here.resolve("both"), "");
    Files.writeString(home.resolve("both"), "");
    paths = new ProjectPaths(here, home);
  }

  @Test
  void readsFromTheWorkingDirectoryOrElseFromTheHome() throws IOException {
    Files.writeString(home.resolve("shipped"), "");
    assertThat(paths.resolve("both")).isEqualTo(here.resolve("both").toString());
    assertThat(paths.resolve("shipped")).isEqualTo(home.resolve("shipped").toString());
    assertThat(paths.resolve("nowhere")).isEqualTo(here.resolve("nowhere").toString());
    assertThat(paths.resolve("../x")).isEqualTo(directory.resolve("x").toString());
  }

  @Test
  void writesIntoTheWorkingDirectory() throws IOException {
    Files.createDirectories(home.resolve("models"));
    Files.createDirectories(home.resolve("runs"));
    assertThat(paths.output("runs/a")).isEqualTo(here.resolve("runs/a").toString());
    assertThat(paths.output("/elsewhere")).isEqualTo("/elsewhere");
    assertThat(paths.output("s3://bucket/runs")).isEqualTo("s3://bucket/runs");
    assertThat(paths.store(Optional.empty())).isEqualTo(here.resolve("models").toString());
    assertThat(paths.store(Optional.of("mine"))).isEqualTo(here.resolve("mine").toString());
  }

  @Test
  void dataComeFromTheDirectoryOfTheEnvironmentTheWorkingDirectoryOrTheHome() throws IOException {
    Path shared = Files.createDirectories(directory.resolve("shared/mnist")).getParent();
    ProjectPaths withData = new ProjectPaths(here, home, Optional.empty(), Optional.of(shared));
    String file = "mnist/t10k-labels-idx1-ubyte.gz";
    Path atHome = Files.createDirectories(home.resolve("data/mnist")).getParent().resolve(file);
    Files.writeString(atHome, "");
    assertThat(withData.resolveData("data/" + file)).isEqualTo(atHome.toString());
    Path atHand = Files.createDirectories(here.resolve("data/mnist")).getParent().resolve(file);
    Files.writeString(atHand, "");
    assertThat(withData.resolveData("data/" + file)).isEqualTo(atHand.toString());
    Files.writeString(shared.resolve(file), "");
    assertThat(withData.resolveData("data/" + file)).isEqualTo(shared.resolve(file).toString());
    assertThat(paths.resolveData("data/" + file)).isEqualTo(atHand.toString());
  }

  @Test
  void saysHowToGetAPublicDataSet() {
    assertThatThrownBy(() -> paths.resolveData("data/a9a/a9a.gz"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "data/a9a/a9a.gz: no such file; ./filbert data get a9a downloads it to "
                + here.resolve("data/a9a/a9a.gz"));
    assertThat(paths.resolveData("data/mine.csv"))
        .isEqualTo(here.resolve("data/mine.csv").toString());
  }

  @Test
  void theStoreOfTheEnvironmentIsForWhoeverNamesNone() {
    ProjectPaths withStore =
        new ProjectPaths(here, home, Optional.of("/shared/models"), Optional.empty());
    assertThat(withStore.store(Optional.empty())).isEqualTo("/shared/models");
    assertThat(withStore.store(Optional.of("mine"))).isEqualTo(here.resolve("mine").toString());
  }

  @Test
  void leavesAbsolutePathsAndUris() {
    assertThat(paths.resolve("/data/x")).isEqualTo("/data/x");
    assertThat(paths.resolve("hdfs://host/x")).isEqualTo("hdfs://host/x");
    assertThat(paths.resolve("file:/x")).isEqualTo("file:/x");
  }

  @Test
  void resolvesBothFilesOfAnIdxSource() {
    DataSource source = new DataSource("both", new Idx("labels"), Optional.empty());

    var dataSet =
        source.toDataSet(Role.TEST, OnBadRecord.QUARANTINE, TaskKind.CLASSIFICATION, paths);

    assertThat(dataSet.paths()).containsExactly(here.resolve("both").toString());
    assertThat(dataSet.format()).isEqualTo(new Idx(here.resolve("labels").toString()));
    assertThat(dataSet.role()).isEqualTo(Role.TEST);
    assertThat(dataSet.labelRequired()).isTrue();
  }
}
