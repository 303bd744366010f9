package org.filbert.jobs.online;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.stream.Arrival;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.online.Prediction;

/** Source and sinks of an online run. Each kind of stream implements it. */
interface StreamEndpoints {
  /** The run's configuration, with the names of feature columns from a header, if any. */
  OnlineConfig config();

  /** Number d of features of each row. */
  int features();

  /** All arrivals, with rows in the model's form. */
  DataStream<Arrival> arrivals(StreamExecutionEnvironment env);

  /** Writes predictions and rejected records to their sinks. */
  void write(DataStream<Prediction> predictions, DataStream<Arrival> rejected);
}
