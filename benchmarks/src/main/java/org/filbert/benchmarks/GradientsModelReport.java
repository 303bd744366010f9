package org.filbert.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;
import org.filbert.data.Outputs;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;

/**
 * Prints the size of a doubly stochastic model with a million frequencies, d = 100 and k = 10, in
 * memory and on disk, and the sizes of its coefficients and of the frequencies that it does not
 * store.
 */
public final class GradientsModelReport {
  private static final int FEATURES = 100;
  private static final int COLUMNS = 10;
  private static final int FREQUENCIES = 250;
  private static final int BLOCKS = 4000;

  private GradientsModelReport() {}

  public static void main(String[] args) throws IOException {
    RandomFourier map =
        new RandomFourier(
            new Gaussian(1), FEATURES, 2 * FREQUENCIES, 7, RandomFourier.Form.COSINE_SINE);
    long frequencies = (long) BLOCKS * FREQUENCIES;
    long coefficients = 2 * frequencies * COLUMNS * Double.BYTES;
    model(map, 1); // loads the classes
    long heapBefore = heap();
    long nativeBefore = Pointer.totalBytes();
    DoublyStochastic series = model(map, BLOCKS);
    long inHeap = heap() - heapBefore;
    print("coefficients", coefficients);
    print("frequencies in float, not stored", frequencies * FEATURES * Float.BYTES);
    print("model in the heap", inHeap);
    print("model outside the heap", Pointer.totalBytes() - nativeBefore);
    TrainedModel model =
        new TrainedModel(
            new Preprocessing(FEATURES, false, Precision.SINGLE, new double[0], new double[0]),
            new Outputs.Targets(new double[COLUMNS]),
            series,
            new Provenance("", "", 7, new TreeMap<>(), List.of()));
    Path root = Files.createTempDirectory("filbert-model");
    try {
      ModelStore store = ModelStore.open(new org.apache.flink.core.fs.Path(root.toUri()));
      ModelVersion version = store.publish("million", "report", Instant.EPOCH, model);
      print("files of the stored model", size(root));
      boolean same =
          Arrays.equals(
              ((DoublyStochastic) store.load(version).model()).a().row(1), series.a().row(1));
      System.out.println("read again: " + same);
    } finally {
      delete(root);
    }
  }

  private static DoublyStochastic model(RandomFourier map, int blocks) {
    return new DoublyStochastic(
        map,
        Precision.SINGLE,
        IntStream.range(0, blocks).toArray(),
        Matrix.zeros(Precision.DOUBLE, map.outputs() * blocks, COLUMNS));
  }

  private static void print(String what, long bytes) {
    System.out.printf(Locale.ROOT, "%s: %,d bytes%n", what, bytes);
  }

  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static long size(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static void delete(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
