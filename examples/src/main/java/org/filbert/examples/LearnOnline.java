package org.filbert.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.Origin;
import org.filbert.data.Features;
import org.filbert.data.Placement;
import org.filbert.data.Target;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.loss.SquareLoss;
import org.filbert.model.Preprocessing;
import org.filbert.online.Algorithm;
import org.filbert.online.Batch;
import org.filbert.online.Columns;
import org.filbert.online.FirstRows;
import org.filbert.online.GradientLearner;
import org.filbert.online.GradientOptions;
import org.filbert.online.OnlineState;
import org.filbert.online.Prediction;
import org.filbert.online.StepSize;
import org.filbert.operators.loop.StreamLoop;
import org.filbert.operators.loop.spec.StreamSpec;
import org.filbert.operators.online.BatchOptions;
import org.filbert.operators.online.BatcherOperator;
import org.filbert.workers.StreamProgram;
import org.jspecify.annotations.Nullable;

/** Predicts each row of a stream and then learns from it, in a DataStream job. */
public final class LearnOnline {
  private static final int FEATURES = 16;

  private LearnOnline() {}

  public static void main(String[] args) throws Exception {
    List<Arrival> rows = new ArrayList<>();
    for (Letters letter : Letters.rows(Path.of(args[0]), 0, 15_000)) {
      rows.add(
          new Arrival.Row(
              new Origin("letters", 0, rows.size(), rows.size()),
              String.valueOf(rows.size()),
              new Features.Dense(letter.features()),
              new Target.ClassName(letter.name())));
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    DataStream<Arrival> arrivals =
        env.fromData(ArrivalSerializer.TYPE, rows.toArray(Arrival[]::new));
    BatchOptions batches =
        new BatchOptions(
            256,
            1000,
            new Preprocessing(
                FEATURES, false, Precision.SINGLE, new double[0], new double[] {1 / 15.0}),
            FirstRows.UNUSED);
    DataStream<Prediction> predictions =
        StreamLoop.build(arrivals, new BatcherOperator(batches), new Learning(2)).outputs();

    int wrong = 0;
    int seen = 0;
    for (Prediction next : predictions.executeAndCollect(rows.size() + 1)) {
      wrong += new Target.ClassName(String.valueOf(next.label())).equals(next.target()) ? 0 : 1;
      if (++seen % 3000 == 0) {
        System.out.printf("of rows %s to %s %s were wrong%n", seen - 2999, seen, wrong);
        wrong = 0;
      }
    }
  }

  /** What travels with the job: doubly stochastic gradients for classes that may yet come. */
  private record Learning(int workers) implements StreamSpec<OnlineState, Batch, Prediction> {
    @Override
    public String name() {
      return "letters";
    }

    @Override
    public Placement placement() {
      return new Placement(1, workers);
    }

    @Override
    public StreamProgram<OnlineState, Batch, Prediction> program() {
      RandomFourier features =
          new RandomFourier(new Gaussian(0.2), FEATURES, 256, 1, RandomFourier.Form.COSINE_SINE);
      GradientOptions gradients =
          new GradientOptions(
              features,
              Precision.SINGLE,
              new Algorithm.Cdsg(4),
              new SquareLoss(),
              new StepSize.Constant(10),
              0, // no regularisation but that of few steps
              1000,
              1,
              1L << 26);
      return new GradientLearner(
          new GradientLearner.Options(gradients, new Columns.OpenClasses(List.of())),
          Optional::empty);
    }

    @Override
    public Class<Batch> batchType() {
      return Batch.class;
    }

    @Override
    public Class<Prediction> outputType() {
      return Prediction.class;
    }

    @Override
    public Backend backend(int slots) {
      return Backends.choose("auto");
    }

    @Override
    public @Nullable String explain(Throwable failure) {
      return null;
    }
  }
}
