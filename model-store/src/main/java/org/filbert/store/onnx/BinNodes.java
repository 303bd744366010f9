package org.filbert.store.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import java.util.stream.LongStream;
import org.filbert.features.DrawnNumbers;
import org.filbert.model.RandomBins;
import org.filbert.random.Mixer;

/**
 * Weights of the bins that a row falls into in R grids. A bin's name is
 *
 * <pre>
 *   mix(g + Σ_{j: q_j ≠ 0} mix(mix(j + 1) xor bits(q_j)))   with q_j = ⌊x_j/δ_j + s_j⌋
 * </pre>
 *
 * in whole numbers of 64 bits that overflow. ONNX cannot look at the bits of a double: they are
 * computed of its exponent and its fraction.
 */
record BinNodes(Graph graph) {
  private static final int FRACTION_BITS = 52;
  private static final int BIAS = 1023;

  /** Scores of rows x. */
  static Tensor of(Graph graph, RandomBins bins, Tensor x) {
    return new BinNodes(graph).scores(bins, x);
  }

  private Tensor scores(RandomBins bins, Tensor x) {
    if (bins.names().length == 0) {
      throw new IllegalArgumentException("no export to ONNX: the model has no coefficients yet");
    }
    DrawnNumbers.Binning grids = DrawnNumbers.of(bins.map());
    int d = bins.features();
    int k = bins.columns();
    int count = grids.names().length;
    Tensor inverses = graph.doubles(grids.inverses(), count, d);
    Tensor shifts = graph.doubles(grids.shifts(), count, d);
    Tensor ofGrids = graph.longs(grids.names());
    Tensor ofInputs = graph.longs(LongStream.rangeClosed(1, d).map(Mixer::mix).toArray());
    int none = bins.names().length;
    double[] w = new double[Math.multiplyExact(none + 1, k)];
    System.arraycopy(bins.w().toArray(), 0, w, 0, none * k);
    Tensor weights = graph.doubles(w, none + 1, k);
    return graph
        .eachRow(
            x,
            k,
            row -> {
              Tensor q = row.times(inverses).plus(shifts).floor();
              Tensor ofPlaces = mix(xor(ofInputs, bits(q)));
              Tensor zero = q.isEqualTo(graph.scalar(0));
              Tensor names = mix(sum(zero.choose(graph.longs(0), ofPlaces), d).plus(ofGrids));
              return graph.node(
                  "ReduceSum",
                  List.of(weights.at(places(names, bins.names())), graph.longs(0)),
                  Graph.attribute("keepdims", 0));
            })
        .times(bins.map().scale());
  }

  /**
   * The sum of so many columns by halves: whole numbers of some versions of ONNX Runtime overflow
   * in its additions, and not in its sums, which it takes in doubles.
   */
  private Tensor sum(Tensor columns, int count) {
    if (count == 1) {
      return columns.withoutLastAxis();
    }
    int half = count / 2;
    Tensor sums = columns.columns(0, half).plus(columns.columns(half, 2 * half));
    return count % 2 == 0
        ? sum(sums, half)
        : sum(graph.columns(List.of(sums, columns.columns(2 * half, count))), half + 1);
  }

  /** The places of bins by their names, or that after the last one. */
  private Tensor places(Tensor names, long[] all) {
    return graph.node(
        Graph.ML,
        "LabelEncoder",
        List.of(names),
        Graph.attributes("keys_int64s", all),
        Graph.attributes("values_int64s", LongStream.range(0, all.length).toArray()),
        Graph.attribute("default_int64", all.length));
  }

  /** The bits of whole doubles; anything of 0. */
  private Tensor bits(Tensor q) {
    Tensor size = q.abs().atLeast(graph.scalar(1));
    Tensor guess = size.log().times(1 / Math.log(2)).floor();
    Tensor tooHigh = powerOfTwo(guess).isAbove(size).as(DataType.DOUBLE);
    Tensor tooLow = size.isAtLeast(powerOfTwo(guess.plus(1))).as(DataType.DOUBLE);
    Tensor exponent = guess.minus(tooHigh).plus(tooLow);
    Tensor fraction =
        size.over(powerOfTwo(exponent)).plus(-1).times(1L << FRACTION_BITS).as(DataType.INT64);
    Tensor high = exponent.plus(BIAS).as(DataType.INT64).times(graph.longs(1L << FRACTION_BITS));
    Tensor negative = graph.scalar(0).isAbove(q);
    Tensor sign = negative.choose(graph.longs(Long.MIN_VALUE), graph.longs(0));
    return xor(high.plus(fraction), sign);
  }

  private Tensor powerOfTwo(Tensor exponent) {
    return graph.node("Pow", graph.scalar(2), exponent);
  }

  private Tensor xor(Tensor a, Tensor b) {
    return graph.node("BitwiseXor", a, b);
  }

  /** {@link Mixer#mix}. */
  private Tensor mix(Tensor z) {
    Tensor first = folded(z, 30).times(graph.longs(0xbf58476d1ce4e5b9L));
    return folded(folded(first, 27).times(graph.longs(0x94d049bb133111ebL)), 31);
  }

  /** z xor z shifted to the right. */
  private Tensor folded(Tensor z, int by) {
    Tensor shifted =
        graph.node(
            "BitShift",
            List.of(z.as(DataType.UINT64), graph.longs(by).as(DataType.UINT64)),
            Graph.attribute("direction", "RIGHT"));
    return xor(z, shifted.as(DataType.INT64));
  }
}
