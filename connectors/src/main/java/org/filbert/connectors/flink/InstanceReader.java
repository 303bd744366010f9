package org.filbert.connectors.flink;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.read.Input;
import org.filbert.data.Instance;

/**
 * Reads a data set with Flink's file source. The instances and their positions do not depend on the
 * source's parallelism. Their order does, unless they are read in order.
 */
public final class InstanceReader {
  private InstanceReader() {}

  /**
   * Adds a bounded source.
   *
   * @throws org.filbert.connectors.BadInputException if a file is missing or lacks the configured
   *     form; this is checked here, before the job starts
   */
  public static SingleOutputStreamOperator<Instance> read(
      StreamExecutionEnvironment environment, DataSet dataSet, String uid) throws IOException {
    return read(environment, Input.of(dataSet), uid);
  }

  /** Adds a bounded source of checked files. */
  public static SingleOutputStreamOperator<Instance> read(
      StreamExecutionEnvironment environment, Input input, String uid) {
    return read(environment, input, uid, new LineSplits(input));
  }

  /** Adds a bounded source with a single reader, which reads in the order of positions. */
  public static SingleOutputStreamOperator<Instance> readInOrder(
      StreamExecutionEnvironment environment, Input input, String uid) {
    List<Path> paths = paths(input);
    FileSource<Instance> source =
        builder(input, new LineSplits(input))
            .setSplitAssigner(splits -> new SplitsInOrder(paths, splits))
            .build();
    return read(environment, source, uid).setParallelism(1);
  }

  static SingleOutputStreamOperator<Instance> read(
      StreamExecutionEnvironment environment, Input input, String uid, LineSplits splits) {
    return read(environment, builder(input, splits).build(), uid);
  }

  private static FileSource.FileSourceBuilder<Instance> builder(Input input, LineSplits splits) {
    return FileSource.forBulkFileFormat(
            new InstanceFormat(input), paths(input).toArray(new Path[0]))
        .setFileEnumerator(() -> splits);
  }

  private static List<Path> paths(Input input) {
    return input.files().stream().map(InputFile::path).toList();
  }

  private static SingleOutputStreamOperator<Instance> read(
      StreamExecutionEnvironment environment, FileSource<Instance> source, String uid) {
    return environment
        .fromSource(source, WatermarkStrategy.noWatermarks(), uid, InstanceSerializer.TYPE)
        .uid(uid);
  }
}
