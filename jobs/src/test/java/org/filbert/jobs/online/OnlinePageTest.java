package org.filbert.jobs.online;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.filbert.jobs.config.BatchConfig;
import org.filbert.jobs.config.DriftConfig;
import org.filbert.jobs.config.FileStreamConfig;
import org.filbert.jobs.config.GradientsConfig;
import org.filbert.jobs.config.KafkaInputConfig;
import org.filbert.jobs.config.KafkaOutputConfig;
import org.filbert.jobs.config.ModelConfig;
import org.filbert.jobs.config.OnlineConfig;
import org.filbert.jobs.config.ProgressiveConfig;
import org.filbert.jobs.config.SnapshotsConfig;
import org.filbert.jobs.config.StreamInputConfig;
import org.filbert.jobs.config.StreamOutputConfig;
import org.filbert.jobs.config.StreamRowsConfig;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunIdentity;
import org.filbert.jobs.run.RunStart;
import org.filbert.online.progressive.DriftResponse;
import org.filbert.operators.online.FeatureAdapter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The user guide's page on streams names every key, every choice, every file and every field. */
class OnlinePageTest {
  static Stream<String> words() {
    Stream<String> names =
        Stream.of(
                OnlineConfig.class,
                StreamInputConfig.class,
                FileStreamConfig.class,
                KafkaInputConfig.class,
                StreamOutputConfig.class,
                KafkaOutputConfig.class,
                StreamRowsConfig.class,
                GradientsConfig.class,
                BatchConfig.class,
                ProgressiveConfig.class,
                DriftConfig.class,
                DriftConfig.AdwinConfig.class,
                DriftConfig.PageHinkleyConfig.class,
                SnapshotsConfig.class,
                ModelConfig.class,
                OnlineLine.class,
                OnlineLine.Errors.class,
                OnlineSummary.class,
                RunIdentity.class)
            .flatMap(type -> Arrays.stream(type.getRecordComponents()))
            .map(RecordComponent::getName);
    Stream<String> choices =
        Stream.of(
                FeatureAdapter.Unknown.values(),
                FeatureAdapter.Missing.values(),
                GradientsConfig.AlgorithmChoice.values(),
                GradientsConfig.LossChoice.values(),
                ProgressiveConfig.Growth.values(),
                ProgressiveConfig.BaselineChoice.values(),
                DriftResponse.values())
            .flatMap(Arrays::stream)
            .map(choice -> ((Enum<?>) choice).name().toLowerCase(Locale.ROOT).replace('_', '-'));
    return Stream.concat(names, choices).distinct();
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("../docs/user-guide/online.md"));
  }

  @ParameterizedTest
  @MethodSource("words")
  void documentsTheWord(String word) throws IOException {
    assertThat(page()).containsPattern("`([a-z]+\\.)?" + word + "(\\.[a-z]+)?`");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        RunDirectory.CONFIG,
        RunDirectory.CURVE,
        RunDirectory.SUMMARY,
        RunDirectory.REPORT,
        RunStart.RUN,
        RunOutputs.PREDICTIONS + "/",
        RunOutputs.DEAD_LETTERS + "/"
      })
  void documentsTheFile(String file) throws IOException {
    assertThat(page()).contains("`" + file + "`");
  }
}
