package org.filbert.store;

import java.nio.file.Path;
import org.filbert.model.TrainedModel;

/** A program without Flink, which the test starts in a JVM of its own. */
final class PlainPrediction {
  private PlainPrediction() {}

  public static void main(String[] args) throws Exception {
    TrainedModel model = ModelFiles.latest(Path.of(args[0]), args[1]);
    System.out.println(model.predictClass(15, 1, 0.5, -0.5));
    try {
      Class.forName("org.apache.flink.core.fs.Path");
      System.out.println("with Flink");
    } catch (ClassNotFoundException e) {
      System.out.println("without Flink");
    }
  }
}
