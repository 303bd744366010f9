package org.filbert.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.read.LocalReader;
import org.filbert.connectors.text.Csv;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.loss.LogisticLoss;
import org.filbert.loss.Loss;
import org.filbert.loss.SquareLoss;
import org.filbert.model.CurvePoint;
import org.filbert.online.Algorithm;
import org.filbert.online.GradientOptions;
import org.filbert.online.StepSize;
import org.filbert.online.batch.BatchState;
import org.filbert.online.batch.DoublyStochasticDescent;
import org.filbert.shard.Prepared;
import org.filbert.train.Preparation;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.Scaling;
import org.filbert.train.method.Evaluation;
import org.filbert.train.rows.LocalRows;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Worker;

/**
 * Prints the test error of dsg, udsg and cdsg on UCI Letter against steps, blocks and seconds after
 * each epoch, for 26 classes and for A-M against N-Z. Arguments are the data file and seeds.
 */
public final class GradientsCurveReport {
  private static final int EPOCHS = 20;

  private GradientsCurveReport() {}

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    System.out.println("seed\tproblem\tloss\talgorithm\tsteps\tblocks\tseconds\ttest error");
    List<Instance> letters = instances(file, UnaryOperator.identity());
    List<Instance> halves = instances(file, name -> name.compareTo("M") <= 0 ? "A-M" : "N-Z");
    for (String seed : List.of(args).subList(1, args.length)) {
      for (Algorithm algorithm :
          List.of(
              new Algorithm.Dsg(),
              new Algorithm.Udsg(1, 1),
              new Algorithm.Cdsg(4),
              new Algorithm.InequalityCdsg())) {
        long number = Long.parseLong(seed);
        if (!(algorithm instanceof Algorithm.InequalityCdsg)) {
          print(number, "26 classes", letters, algorithm, new SquareLoss(), 20);
        }
        print(number, "A-M/N-Z", halves, algorithm, new SquareLoss(), 10);
        print(number, "A-M/N-Z", halves, algorithm, new LogisticLoss(), 30);
      }
    }
  }

  private static void print(
      long seed,
      String problem,
      List<Instance> instances,
      Algorithm algorithm,
      Loss loss,
      double gamma) {
    Backend backend = Backends.choose("auto", "auto");
    backend.blas().setThreads(1);
    DoublyStochasticDescent.Options options =
        new DoublyStochasticDescent.Options(
            new GradientOptions(
                new RandomFourier(new Gaussian(0.2), 16, 256, seed, RandomFourier.Form.COSINE_SINE),
                Precision.SINGLE,
                algorithm,
                loss,
                new StepSize.Constant(gamma),
                0,
                Integer.MAX_VALUE,
                1,
                1L << 30),
            1024,
            EPOCHS,
            Evaluation.AUTO);
    try (LocalWorkers workers = new LocalWorkers(workers(instances, seed, backend))) {
      Prepared prepared =
          new Preparation(
                  TrainingSpec.of(new Gaussian(0.2))
                      .scaling(new Scaling.Divide(15))
                      .seed(seed)
                      .build())
              .run(workers);
      DoublyStochasticDescent solver = new DoublyStochasticDescent(options, prepared);
      BatchState state = solver.start(solver.plan(), workers);
      while (!solver.done(state)) {
        int epoch = state.epoch();
        state = solver.step(state, workers);
        if (state.epoch() > epoch && (epoch % 4 == 0 || epoch < 4)) {
          CurvePoint point = state.curve().get(epoch - 1);
          System.out.printf(
              Locale.ROOT,
              "%s\t%s\t%s\t%s\t%s\t%s\t%.2f\t%.2f %%%n",
              seed,
              problem,
              loss,
              algorithm,
              state.gradients().step(),
              state.gradients().blocks().size(),
              point.trainSeconds(),
              100 * Objects.requireNonNull(point.testError()));
        }
      }
    }
  }

  private static List<Instance> instances(Path file, UnaryOperator<String> className)
      throws IOException {
    List<Instance> instances = new ArrayList<>();
    LocalReader.forEach(
        new DataSet(
            List.of(file.toString()),
            new Csv(",", true, "lettr", List.of()),
            null,
            Role.TRAIN,
            OnBadRecord.FAIL,
            TaskKind.CLASSIFICATION,
            true),
        instance -> {
          Instance.Example row = (Instance.Example) instance;
          Target.ClassName letter = (Target.ClassName) Objects.requireNonNull(row.target());
          instances.add(
              new Instance.Example(
                  instances.size() < 15_000 ? Role.TRAIN : Role.TEST,
                  row.position(),
                  row.features(),
                  new Target.ClassName(className.apply(letter.name()))));
        });
    return instances;
  }

  private static List<Worker> workers(List<Instance> instances, long seed, Backend backend) {
    Placement placement = new Placement(seed, 2);
    return LocalRows.workers(instances, placement, backend);
  }
}
