package org.example;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelFiles;

/**
 * Prints the class of a row by the latest version of a model: {@code Score models letter 2 8 3 …}.
 */
public final class Score {
  private Score() {}

  public static void main(String[] args) throws IOException {
    TrainedModel model = ModelFiles.latest(Path.of(args[0]), args[1]);
    double[] row = Arrays.stream(args).skip(2).mapToDouble(Double::parseDouble).toArray();
    System.out.println(model.predictClass(row));
  }
}
