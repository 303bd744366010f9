package org.filbert.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.filbert.kernel.Gaussian;
import org.filbert.model.TrainedModel;
import org.filbert.train.TrainingSpec;

/** Trains in this process, without Flink, and predicts. */
public final class TrainAndPredict {
  private TrainAndPredict() {}

  public static void main(String[] args) throws IOException {
    List<Letters> train = Letters.rows(Path.of(args[0]), 0, 3000);
    double[][] x = train.stream().map(Letters::features).toArray(double[][]::new);
    String[] y = train.stream().map(Letters::name).toArray(String[]::new);
    TrainedModel model = TrainingSpec.of(new Gaussian(3)).ridge(0.01).train(x, y);

    List<Letters> test = Letters.rows(Path.of(args[0]), 3000, 1000);
    long right =
        test.stream().filter(row -> model.predictClass(row.features()).equals(row.name())).count();
    System.out.printf("%s of %s letters are right%n", right, test.size());
  }
}
