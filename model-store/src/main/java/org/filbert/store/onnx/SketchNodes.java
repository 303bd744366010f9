package org.filbert.store.onnx;

import java.util.HashMap;
import java.util.Map;
import org.filbert.features.DrawnNumbers;
import org.filbert.features.FeatureMap;
import org.filbert.features.TensorSketch;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * Scores of rows x by TensorSketch: in each group of g columns √(g/p)·F⁻¹(F·S_1·u ∘ … ∘ F·S_q·u) of
 * u = (√γ·x, √c) times the weights, with Fourier transforms as products with their matrices of g ×
 * g cosines and sines.
 *
 * @param transforms by g
 */
record SketchNodes(Graph graph, TensorSketch map, Map<Integer, Transform> transforms) {
  /** C_km = cos(2πkm/g) and S_km = sin(2πkm/g): a vector v becomes Cv - iSv. */
  private record Transform(Tensor cosines, Tensor sines) {
    static Transform of(Graph graph, int g) {
      double[] cosines = new double[g * g];
      double[] sines = new double[g * g];
      for (int at = 0; at < g * g; at++) {
        double angle = 2 * Math.PI * ((at / g) * (at % g) % g) / g;
        cosines[at] = Math.cos(angle);
        sines[at] = Math.sin(angle);
      }
      return new Transform(graph.doubles(cosines, g, g), graph.doubles(sines, g, g));
    }
  }

  /** Scores of rows x with p weights. */
  static Tensor of(Graph graph, TensorSketch map, Tensor x, Matrix w) {
    SketchNodes nodes = new SketchNodes(graph, map, new HashMap<>());
    Tensor scaled = x.times(Math.sqrt(map.kernel().gamma()));
    Tensor sum = nodes.group(0, scaled, w);
    for (int group = 1; group * FeatureMap.GROUP < map.outputs(); group++) {
      sum = sum.plus(nodes.group(group, scaled, w));
    }
    return sum;
  }

  private Tensor group(int group, Tensor x, Matrix w) {
    int first = group * FeatureMap.GROUP;
    int g = Math.min(FeatureMap.GROUP, map.outputs() - first);
    Transform transform = transforms.computeIfAbsent(g, size -> Transform.of(graph, size));
    int[][] codes = DrawnNumbers.of(map, group);
    Tensor sketch = sketch(codes[0], g, x);
    Tensor re = sketch.product(transform.cosines());
    Tensor im = sketch.product(transform.sines()); // of the conjugate, as F⁻¹ is F of that over g
    for (int l = 1; l < codes.length; l++) {
      sketch = sketch(codes[l], g, x);
      Tensor a = sketch.product(transform.cosines());
      Tensor b = sketch.product(transform.sines());
      Tensor product = re.times(a).minus(im.times(b));
      im = re.times(b).plus(im.times(a));
      re = product;
    }
    return re.product(transform.cosines())
        .plus(im.product(transform.sines()))
        .times(Math.sqrt((double) g / map.outputs()) / g)
        .product(graph.matrix(w.rows(first, first + g).copy(w.precision())));
  }

  /** S_l·u; the last code is that of the constant √c. */
  private Tensor sketch(int[] codes, int g, Tensor x) {
    int d = map.inputs();
    graph.requireRoom((long) d * g * Float.BYTES);
    Matrix signs = Matrix.zeros(Precision.SINGLE, d, g);
    for (int j = 0; j < d; j++) {
      signs.set(j, codes[j] >> 1, sign(codes[j]));
    }
    double[] constant = new double[g];
    constant[codes[d] >> 1] = sign(codes[d]) * Math.sqrt(map.kernel().c());
    return x.product(graph.matrix(signs)).plus(graph.doubles(constant));
  }

  private static int sign(int code) {
    return (code & 1) == 0 ? 1 : -1;
  }
}
