package org.filbert.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.function.SerializableFunction;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.Origin;
import org.filbert.data.Features;
import org.filbert.data.Target;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;
import org.filbert.online.Batch;
import org.filbert.online.FirstRows;
import org.filbert.online.Prediction;
import org.filbert.operators.loop.StreamLoop;
import org.filbert.operators.loop.spec.StreamSpec;
import org.filbert.operators.online.BatchOptions;
import org.filbert.operators.online.BatcherOperator;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Stepped;
import org.filbert.workers.StreamProgram;
import org.filbert.workers.Worker;

/** A stream of generated rows through a program. */
record StreamJob(String name, int workers, long rows, int batchSize) {

  /** What the last column's values are about, far from 0. */
  private static final double FAR = 1e6;

  /** An {@link Accumulation} on numerics that may fail. */
  static class Spec extends BatchSpec<Accumulation.State, Prediction> {
    Spec(String name, int workers) {
      super(name, workers);
    }

    @Override
    public StreamProgram<Accumulation.State, Batch, Prediction> program() {
      return new Accumulation();
    }

    @Override
    public Class<Prediction> outputType() {
      return Prediction.class;
    }
  }

  private BatchOptions options() {
    return new BatchOptions(
        batchSize,
        Duration.ofHours(1).toMillis(),
        new Preprocessing(3, false, Precision.DOUBLE, new double[0], new double[0]),
        new FirstRows(1000));
  }

  /** A row. The scale of the first two features changes every 700 rows. */
  static Arrival.Row row(long number) {
    double size = number / 700 % 2 == 0 ? 1 : 50;
    double[] values = {size * Math.sin(number), size * Math.cos(3.0 * number), FAR + number % 11};
    return new Arrival.Row(
        new Origin("made-up", 0, number, number),
        Long.toString(number),
        new Features.Dense(values),
        number % 10 == 7 ? null : new Target.ClassName(values[0] > values[1] ? "a" : "b"));
  }

  StreamExecutionEnvironment build(Configuration configuration) {
    return build(configuration, new Spec("stream", workers), Collecting::line);
  }

  <S, O> StreamExecutionEnvironment build(
      Configuration configuration,
      StreamSpec<S, Batch, O> spec,
      SerializableFunction<O, String> line) {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    DataStream<Arrival> arrivals =
        env.fromSource(
                new NumberSequenceSource(0, rows - 1),
                WatermarkStrategy.noWatermarks(),
                "rows",
                Types.LONG)
            .setParallelism(1)
            .uid("rows")
            .map(number -> (Arrival) row(number), ArrivalSerializer.TYPE)
            .setParallelism(1)
            .uid("arrivals");
    StreamLoop.build(arrivals, new BatcherOperator(options()), spec)
        .outputs()
        .transform("collect", Types.STRING, new Collecting<>(name, line))
        .setParallelism(1)
        .uid("collect")
        .sinkTo(new DiscardingSink<>())
        .setParallelism(1)
        .uid("end");
    return env;
  }

  /** The expected outputs of an accumulation. */
  List<String> expected() {
    return expected(new Accumulation(), Collecting::line);
  }

  /** The expected outputs, from local workers. */
  <S, O> List<String> expected(
      StreamProgram<S, Batch, O> program, SerializableFunction<O, String> line) {
    List<Worker> made = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      made.add(new Worker(i, workers, Backends.choose("java", "auto")));
    }
    List<String> lines = new ArrayList<>();
    try (LocalWorkers local = new LocalWorkers(made)) {
      S state = program.start(local);
      for (long from = 0; from < rows; from += batchSize) {
        Stepped<S, O> stepped =
            program.step(state, batch(from, Math.min(rows, from + batchSize)), local);
        stepped.outputs().forEach(output -> lines.add(line.apply(output)));
        state = stepped.state();
      }
      program.finish(state, local).forEach(output -> lines.add(line.apply(output)));
    }
    return lines;
  }

  /** As the first batch fixes it. */
  private Preprocessing preprocessing() {
    return options()
        .firstRows()
        .fit(
            options().preprocessing(),
            LongStream.range(0, batchSize).mapToObj(i -> row(i).features()).toList());
  }

  private Batch batch(long from, long to) {
    List<Arrival.Row> batch = LongStream.range(from, to).mapToObj(StreamJob::row).toList();
    return new Batch(
        preprocessing().apply(batch.stream().map(Arrival.Row::features).toList()),
        batch.stream().map(Arrival.Row::id).toList(),
        batch.stream().map(Arrival.Row::target).toList(),
        batch.stream().mapToLong(row -> row.origin().time()).toArray(),
        from == 0 ? preprocessing() : null);
  }
}
