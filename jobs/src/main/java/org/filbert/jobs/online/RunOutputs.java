package org.filbert.jobs.online;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.serialization.Encoder;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.filbert.cache.FullDisk;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.PredictionJson;
import org.filbert.online.Prediction;
import org.filbert.operators.loop.spec.UserErrorException;

/**
 * Writes streams as JSON lines into the run directory, each record exactly once. A file becomes
 * visible when the next checkpoint is complete. A disk that is full ends the run; the file that it
 * had no room for stays hidden.
 */
final class RunOutputs {
  static final String PREDICTIONS = "predictions";
  static final String DEAD_LETTERS = "dead-letters";

  private static final JsonFactory JSON =
      new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  private RunOutputs() {}

  static void writePredictions(DataStream<Prediction> predictions, String directory) {
    write(
        predictions,
        directory,
        PREDICTIONS,
        (prediction, out) -> out.write(PredictionJson.of(prediction)));
  }

  static void writeDeadLetters(DataStream<Arrival> rejected, String directory) {
    write(rejected, directory, DEAD_LETTERS, RunOutputs::write);
  }

  private static void write(Arrival arrival, OutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("place", arrival.origin().place());
      if (arrival instanceof Arrival.Rejected rejected) {
        json.writeStringField("reason", rejected.reason());
        byte[] value = rejected.value();
        if (value != null) {
          json.writeStringField("text", new String(value, StandardCharsets.UTF_8));
        }
      } else {
        json.writeStringField("reason", "found a label without a row, allowed rows");
      }
      json.writeEndObject();
    }
  }

  private static <T> void write(
      DataStream<T> values, String directory, String name, Encoder<T> encoder) {
    Path place = new Path(directory, name);
    values
        .sinkTo(
            FileSink.forRowFormat(place, new Lines<>(encoder, place.toString()))
                .withBucketAssigner(new BasePathBucketAssigner<>())
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .withOutputFileConfig(new OutputFileConfig(name, ".jsonl"))
                .build())
        .setParallelism(1)
        .name("write " + name)
        .uid("file-" + name);
  }

  /** Ends the run when the disk is full: another attempt would find it no emptier. */
  private record Lines<T>(Encoder<T> encoder, String directory) implements Encoder<T> {
    @Override
    public void encode(T value, OutputStream out) throws IOException {
      try {
        encoder.encode(value, out);
        out.write('\n');
      } catch (IOException e) {
        if (!FullDisk.caused(e)) {
          throw e;
        }
        throw new SuppressRestartsException(
            new UserErrorException(
                "%s cannot be written: %s"
                    .formatted(directory, FullDisk.reason(e, new Path(directory).toUri())),
                e));
      }
    }
  }
}
