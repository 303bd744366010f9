package org.filbert.jobs.online;

import java.io.IOException;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
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

/** Reads records from a file and writes results into the run directory. */
record FileEndpoints(OnlineConfig config, Input input, int features, long count, String directory)
    implements StreamEndpoints {

  /**
   * Finds the file and counts its records.
   *
   * @param table makes numbers of cells; null if the rows are numbers
   */
  static FileEndpoints of(
      OnlineConfig config, ProjectPaths paths, String directory, @Nullable TableEncoder table)
      throws IOException {
    Input input =
        Input.of(
            source(config).toDataSet(config.task(), paths).withColumns(RowSettings.cells(config)));
    int features =
        table == null ? config.rows().features().orElse(input.features()) : table.features();
    if (features == 0) {
      throw new BadInputException(
          source(config).path(),
          "found a format without a number of features, allowed with rows.features");
    }
    OnlineConfig named = config.withColumnsOf(input.dataSet().format());
    return new FileEndpoints(named, input, features, Replay.count(input), directory);
  }

  private static FileStreamConfig source(OnlineConfig config) {
    return config.input().file().orElseThrow();
  }

  @Override
  public DataStream<Arrival> arrivals(StreamExecutionEnvironment env) {
    FileStreamConfig source = source(config);
    return env.fromSource(
            new NumberSequenceSource(0, count * source.passes() - 1),
            WatermarkStrategy.noWatermarks(),
            "count",
            Types.LONG)
        .setParallelism(1)
        .uid("file-input")
        .map(
            new Replay(
                new Replay.Options(
                    input,
                    source.passes(),
                    source.shuffle(),
                    config.seed(),
                    RowSettings.rule(config, features),
                    source.onBadRecord())))
        .returns(ArrivalSerializer.TYPE)
        .setParallelism(1)
        .name("replay")
        .uid("replay");
  }

  @Override
  public void write(DataStream<Prediction> predictions, DataStream<Arrival> rejected) {
    if (config.output().files()) {
      RunOutputs.writePredictions(predictions, directory);
    }
    RunOutputs.writeDeadLetters(rejected, directory);
  }
}
