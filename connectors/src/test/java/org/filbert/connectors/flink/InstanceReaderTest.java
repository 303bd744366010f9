package org.filbert.connectors.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.filbert.connectors.TestInput.LIBSVM;
import static org.filbert.connectors.TestInput.csv;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.file;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.ExceptionUtils;
import org.apache.parquet.format.Type;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.BadRecordException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.TestInput;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.npy.Npy;
import org.filbert.connectors.parquet.Parquet;
import org.filbert.connectors.parquet.ParquetWriter;
import org.filbert.connectors.read.Input;
import org.filbert.connectors.text.JsonLines;
import org.filbert.data.Instance;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstanceReaderTest {
  private static final int ROWS = 2000;
  private static final long SMALL = 1000;
  private static final DataFormat JSON = new JsonLines("y", "x", List.of());

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"1, 1000", "2, 1000", "4, 1000", "4, 7", "2, 100000"})
  void csvIsTheSameForAllParallelismsAndSplits(int parallelism, long split) throws Exception {
    StringBuilder text = new StringBuilder("\"a long name for the first column\",class,y\n");
    Random random = new Random(1);
    for (int i = 0; i < rows(split); i++) {
      text.append(random.nextGaussian()).append(",\"A").append(i % 5).append("\",").append(i);
      text.append(i % 7 == 0 ? "\r\n\n" : "\n");
    }
    assertSame(
        labelled(file(directory, "a.csv", text.toString()), csv(true, "class")),
        parallelism,
        split);
  }

  @ParameterizedTest
  @CsvSource({"1, 1000", "2, 1000", "4, 1000", "4, 7", "2, 100000"})
  void libSvmIsTheSameForAllParallelismsAndSplits(int parallelism, long split) throws Exception {
    StringBuilder text = new StringBuilder();
    Random random = new Random(2);
    for (int i = 0; i < rows(split); i++) {
      text.append(i % 3);
      for (int j = 1; j < 60; j += 1 + random.nextInt(20)) {
        text.append(' ').append(j).append(':').append(random.nextInt(100) / 10.0);
      }
      text.append('\n');
    }
    assertSame(labelled(file(directory, "a", text.toString()), LIBSVM), parallelism, split);
  }

  @Test
  void jsonLinesAreTheSameInSplits() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      text.append("{\"x\":[").append(i).append(",-0.5],\"y\":\"Ä").append(i % 3).append("\"}\n");
    }
    assertSame(labelled(file(directory, "a", text.toString()), JSON), 4, SMALL);
  }

  @ParameterizedTest
  @CsvSource({"1, 1000", "2, 1000", "4, 1000", "4, 7", "2, 100000"})
  void parquetIsTheSameForAllParallelismsAndSplits(int parallelism, long split) throws Exception {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < rows(split); i++) {
      rows.add(new @Nullable Object[] {i % 500 == 7 ? null : i / 8.0, "A" + i % 3});
    }
    Path file =
        new ParquetWriter()
            .column("x", Type.DOUBLE, null)
            .text("y")
            .rowsPerGroup(split < 100 ? 3 : 150)
            .write(directory.resolve("a.parquet"), rows);
    DataFormat format = new Parquet("y", List.of(), List.of(), List.of(), null);
    assertSame(
        dataSet(file, format, null, OnBadRecord.QUARANTINE, TaskKind.CLASSIFICATION, true),
        parallelism,
        split);
  }

  @ParameterizedTest
  @CsvSource({"1, 1000", "4, 1000", "4, 7", "2, 100000"})
  void matricesAreTheSameForAllParallelismsAndSplits(int parallelism, long split) throws Exception {
    int rows = rows(split);
    String header =
        "{'descr': '<f8', 'fortran_order': False, 'shape': (%s, 3), }\n".formatted(rows);
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + 24 * rows).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    bytes.putShort((short) header.length()).put(header.getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < rows; i++) {
      bytes.putDouble(i / 8.0).putDouble(i % 500 == 7 ? Double.NaN : -0.5).putDouble(i % 3);
    }
    Path file = Files.write(directory.resolve("a.npy"), bytes.array());
    DataFormat format = new Npy("3", List.of(), List.of(), List.of());
    assertSame(
        dataSet(file, format, null, OnBadRecord.QUARANTINE, TaskKind.CLASSIFICATION, true),
        parallelism,
        split);
  }

  @Test
  void readsInOrderWhatOthersReadInAnyOrder() throws Exception {
    Random random = new Random(3);
    for (String name : List.of("b", "a", "c")) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 20_000; i++) {
        text.append(name).append(" 1:").append(random.nextInt(100)).append('\n');
      }
      file(directory, name, text.toString());
    }
    DataSet all = labelled(directory, LIBSVM);
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(4);
    List<Long> positions =
        InstanceReader.readInOrder(environment, Input.of(all), "read")
            .executeAndCollect(100_000)
            .stream()
            .map(Instance::position)
            .toList();
    assertThat(positions).isEqualTo(read(all).stream().map(Instance::position).toList());
  }

  @Test
  void rowRangesAreReadByOneReader() throws Exception {
    Path file = file(directory, "a", "A 1:1\nB 1:2\nC 1:3\nD 1:4\n");
    assertSame(dataSet(file, LIBSVM, "2-3", OnBadRecord.FAIL, TaskKind.CLASSIFICATION, true), 4, 5);
  }

  @Test
  void compressedFilesAndDirectoriesAreReadAsLocally() throws Exception {
    Path letter = Path.of("../data/letter-recognition.csv.gz");
    assertSame(
        dataSet(
            letter,
            csv(true, "lettr"),
            "15001-20000",
            OnBadRecord.FAIL,
            TaskKind.CLASSIFICATION,
            true),
        2,
        SMALL);
    file(directory, "part-1", "A 1:1\nB 1:2\n");
    file(directory, "part-0", "C 1:3\nD 1:4\n");
    assertSame(labelled(directory, LIBSVM), 2, 7);
  }

  @Test
  void quarantinedRecordsHaveTheirLines() throws Exception {
    DataSet dataSet = withBadLines(OnBadRecord.QUARANTINE);
    assertThat(read(dataSet))
        .filteredOn(Instance.Bad.class::isInstance)
        .extracting(instance -> ((Instance.Bad) instance).place())
        .containsExactly(dataSet.paths().get(0) + ":501", dataSet.paths().get(0) + ":1501");
    assertSame(dataSet, 4, SMALL);
  }

  @Test
  void aBadRecordEndsTheJobWithoutRestarts() throws IOException {
    DataSet dataSet = withBadLines(OnBadRecord.FAIL);
    Throwable thrown = catchThrowable(() -> runJob(dataSet, 1, SMALL));
    assertThat(ExceptionUtils.findThrowableWithMessage(thrown, "The failure is not recoverable"))
        .isPresent();
    assertThat(ExceptionUtils.findThrowable(thrown, BadRecordException.class))
        .get()
        .extracting(Throwable::getMessage)
        .asString()
        .startsWith(dataSet.paths().get(0))
        .matches(".*:1?501: found \"2:oops\", allowed a finite number after the index");
  }

  @Test
  void missingFilesAreFoundBeforeAnyJob() {
    DataSet dataSet = labelled(directory.resolve("no"), LIBSVM);
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    assertThatThrownBy(() -> InstanceReader.read(environment, dataSet, "input"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(directory.resolve("no") + ": found no such file");
  }

  /** Bad values on lines 501 and 1501. */
  private DataSet withBadLines(OnBadRecord onBadRecord) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      text.append("A 1:1 2:").append(i % 1000 == 500 ? "oops" : i).append('\n');
    }
    Path file = file(directory, "bad", text.toString());
    return dataSet(file, LIBSVM, null, onBadRecord, TaskKind.CLASSIFICATION, true);
  }

  /** Tiny splits get few rows, as each split opens the file anew. */
  private static int rows(long split) {
    return split < 100 ? 20 : ROWS;
  }

  private static void assertSame(DataSet dataSet, int parallelism, long split) throws Exception {
    List<Instance> local = read(dataSet);
    assertThat(local).isNotEmpty();
    assertThat(runJob(dataSet, parallelism, split))
        .containsExactlyInAnyOrderElementsOf(local.stream().map(TestInput::describeFully).toList());
  }

  private static List<String> runJob(DataSet dataSet, int parallelism, long split)
      throws Exception {
    Configuration restarts = new Configuration();
    restarts.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    restarts.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(restarts);
    environment.setParallelism(parallelism);
    Input input = Input.of(dataSet);
    return InstanceReader.read(environment, input, "input", new LineSplits(input, split))
        .executeAndCollect(100_000)
        .stream()
        .map(TestInput::describeFully)
        .toList();
  }
}
