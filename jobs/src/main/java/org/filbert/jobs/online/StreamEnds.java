package org.filbert.jobs.online;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.stream.Arrival;
import org.filbert.jobs.config.OnlineConfig;
import org.filbert.online.Prediction;

/** Where a run's rows come from and its results go: the place for another kind of stream. */
interface StreamEnds {
  /** The run's configuration, with the names of the feature columns if a header has them. */
  OnlineConfig config();

  /** Number d of features of every row. */
  int features();

  /** All that comes in, rows brought into the model's form. */
  DataStream<Arrival> arrivals(StreamExecutionEnvironment env);

  /** Writes predictions and rejected records where they belong. */
  void write(DataStream<Prediction> predictions, DataStream<Arrival> rejected);
}
