package org.filbert.store.onnx;

import java.util.stream.IntStream;
import org.filbert.features.DrawnNumbers;
import org.filbert.features.FeatureMap;
import org.filbert.features.Hashing;
import org.filbert.features.JoinedFourier;
import org.filbert.features.RandomFourier;
import org.filbert.features.TensorSketch;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.RandomFeatures;
import org.jspecify.annotations.Nullable;

/** z(x)ᵀw for random features z of rows x. */
final class FeatureNodes {
  private final Graph graph;
  private final Tensor x;
  private final Precision precision;
  private final Matrix w;
  private int row;
  private @Nullable Tensor sum;

  private FeatureNodes(Graph graph, Tensor x, Precision precision, Matrix w) {
    this.graph = graph;
    this.x = x;
    this.precision = precision;
    this.w = w;
  }

  static Tensor of(Graph graph, RandomFeatures model, Tensor x) {
    FeatureNodes nodes = new FeatureNodes(graph, x, model.precision(), model.w());
    nodes.add(model.map());
    return nodes.sum();
  }

  static Tensor of(Graph graph, DoublyStochastic model, Tensor x) {
    FeatureNodes nodes = new FeatureNodes(graph, x, model.precision(), model.a());
    for (int block : model.blocks()) {
      nodes.add(model.map(), block);
    }
    return nodes.sum();
  }

  private Tensor sum() {
    if (sum == null) {
      throw new IllegalArgumentException("no export to ONNX: the model has no coefficients yet");
    }
    return sum;
  }

  private void add(FeatureMap map) {
    if (map instanceof JoinedFourier joined) {
      joined.maps().forEach(each -> add(each, 0));
    } else if (map instanceof RandomFourier fourier) {
      add(fourier, 0);
    } else if (map instanceof TensorSketch sketch) {
      sum = SketchNodes.of(graph, sketch, x, w);
    } else {
      throw new IllegalArgumentException(
          map instanceof Hashing
              ? "no export to ONNX: the model hashes its features, and ONNX has no such hash"
              : "no export to ONNX for features of " + map.getClass().getSimpleName());
    }
  }

  /** Adds √(2/p)·cos(xᵀω + β), or cosine and sine of xᵀω, times the next p rows of w. */
  private void add(RandomFourier map, int block) {
    DrawnNumbers.Fourier drawn = DrawnNumbers.of(map, block, precision);
    int p = map.outputs();
    double scale = Math.sqrt(2.0 / p);
    Tensor angles = x.product(graph.matrix(drawn.omega()).transposed());
    if (map.form() == RandomFourier.Form.COSINE) {
      add(angles.plus(graph.doubles(drawn.beta())).cos(), scale, IntStream.range(row, row + p));
    } else {
      int[] first = IntStream.range(0, p / 2).map(pair -> row + 2 * pair).toArray();
      add(angles.cos(), scale, IntStream.of(first));
      add(angles.sin(), scale, IntStream.of(first).map(at -> at + 1));
    }
    row += p;
  }

  /** Adds features times some rows of w. */
  private void add(Tensor features, double scale, IntStream rows) {
    Tensor weights = graph.matrix(w.select(rows.toArray()));
    Tensor part = features.product(weights).times(scale);
    sum = sum == null ? part : sum.plus(part);
  }
}
