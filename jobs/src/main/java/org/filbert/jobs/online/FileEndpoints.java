package org.filbert.jobs.online;

import java.io.IOException;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.read.Input;
import org.filbert.connectors.stream.Arrival;
import org.filbert.jobs.config.stream.FileStreamConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.online.Prediction;
import org.filbert.table.TableEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Reads records from a file and writes results into the run directory.
 *
 * @param file to read
 * @param input the same, found
 * @param count of its records
 */
record FileEndpoints(
    OnlineConfig config,
    FileStreamConfig file,
    Input input,
    int features,
    long count,
    String directory)
    implements StreamEndpoints {

  /**
   * Finds the file and counts its records.
   *
   * @param table makes numbers of cells; null if the rows are numbers
   */
  static FileEndpoints of(
      OnlineConfig config,
      FileStreamConfig file,
      ProjectPaths paths,
      String directory,
      @Nullable TableEncoder table)
      throws IOException {
    Input input =
        Input.of(file.toDataSet(config.task(), paths).withColumns(RowSettings.cells(config)));
    int features =
        table == null ? config.rows().features().orElse(input.features()) : table.features();
    if (features == 0) {
      throw new BadInputException(
          file.path(), "found a format without a number of features, allowed with rows.features");
    }
    OnlineConfig named = config.withColumnsOf(input.dataSet().format());
    return new FileEndpoints(named, file, input, features, Replay.count(input), directory);
  }

  /**
   * The records, to be read by one task.
   *
   * @param history whether others come after them
   */
  Source<Arrival, ?, ?> source(boolean history) {
    Replay replay =
        new Replay(
            new Replay.Options(
                input,
                file.passes(),
                file.shuffle(),
                config.seed(),
                RowSettings.rule(config, features),
                file.onBadRecord(),
                history));
    return new DataGeneratorSource<>(
        replay, count * file.passes() + (history ? 1 : 0), ArrivalSerializer.TYPE);
  }

  @Override
  public DataStream<Arrival> arrivals(StreamExecutionEnvironment env) {
    return env.fromSource(
            source(false), WatermarkStrategy.noWatermarks(), "replay", ArrivalSerializer.TYPE)
        .setParallelism(1)
        .uid("file-input");
  }

  @Override
  public void write(DataStream<Prediction> predictions, DataStream<Arrival> rejected) {
    if (config.output().files()) {
      RunOutputs.writePredictions(predictions, directory);
    }
    RunOutputs.writeDeadLetters(rejected, directory);
  }
}
