package org.filbert.store.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.Arrays;
import java.util.List;
import org.filbert.model.LearnedMetric;
import org.filbert.model.NormalScores;
import org.filbert.model.Preprocessing;
import org.filbert.model.RobustScaling;
import org.filbert.model.RowEncoder;
import org.filbert.model.ScaledRows;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;

/** What records go through before a model, step after step. */
record RowNodes(Graph graph) {
  /** The input of a model whose rows have no columns with names. */
  private static final String FEATURES = "features";

  /** Preprocessed rows. */
  Tensor of(RowEncoder rows) {
    Tensor made = exact(rows);
    return made.rounded(rows.precision());
  }

  private Tensor exact(RowEncoder rows) {
    if (rows instanceof ScaledRows scaled) {
      return scaled(of(scaled.encoder()), scaled.scaling());
    } else if (rows instanceof NormalScores ranks) {
      return scores(of(ranks.encoder()), ranks);
    } else if (rows instanceof LearnedMetric metric) {
      Tensor x = of(metric.encoder());
      int d = metric.features();
      return metric.full()
          ? x.product(graph.doubles(metric.root(), d, d))
          : x.times(graph.doubles(metric.root()));
    } else if (rows instanceof TablePreprocessing table) {
      return moved(ColumnNodes.of(graph, table.table()), table.numbers());
    } else if (rows instanceof Preprocessing numbers) {
      return moved(graph.numbers(FEATURES, numbers.features()), numbers);
    }
    throw new IllegalArgumentException(
        rows instanceof TextPreprocessing
            ? "no export to ONNX: the model reads text, and ONNX has no operator that counts its"
                + " words as Filbert does; allowed are numbers and categories"
            : "no export to ONNX for rows of " + rows.getClass().getSimpleName());
  }

  private Tensor moved(Tensor x, Preprocessing numbers) {
    Tensor moved = numbers.offset().length == 0 ? x : x.minus(graph.doubles(numbers.offset()));
    return numbers.scale().length == 0 ? moved : moved.times(graph.doubles(numbers.scale()));
  }

  private Tensor scaled(Tensor x, RobustScaling scaling) {
    return x.minus(graph.doubles(scaling.centre()))
        .times(graph.doubles(scaling.factor()))
        .atMost(graph.scalar(scaling.largest()))
        .atLeast(graph.scalar(-scaling.largest()));
  }

  /**
   * Linear between the knots before and after x, which are found by counting those that x is not
   * below. Knots that a feature has fewer than others are infinite.
   */
  private Tensor scores(Tensor x, NormalScores ranks) {
    int d = ranks.features();
    int[] starts = ranks.starts();
    int most = 2;
    for (int j = 0; j < d; j++) {
      most = Math.max(most, starts[j + 1] - starts[j]);
    }
    double[] values = new double[Math.multiplyExact(d, most)];
    double[] scores = new double[values.length];
    double[] first = new double[d];
    double[] last = new double[d];
    double[] intervals = new double[d];
    double[] mapped = new double[d];
    Arrays.fill(values, Double.POSITIVE_INFINITY);
    for (int j = 0; j < d; j++) {
      int count = starts[j + 1] - starts[j];
      System.arraycopy(ranks.values(), starts[j], values, j * most, count);
      System.arraycopy(ranks.scores(), starts[j], scores, j * most, count);
      if (count > 0) {
        first[j] = ranks.values()[starts[j]];
        last[j] = ranks.values()[starts[j + 1] - 1];
        mapped[j] = 1;
      }
      intervals[j] = Math.max(0, count - 2);
    }
    Tensor knots = graph.doubles(values, d, most);
    Tensor ofKnots = graph.doubles(scores, d, most);
    Tensor bounded = x.atLeast(graph.doubles(first)).atMost(graph.doubles(last));
    Tensor result =
        graph.eachRow(bounded, d, row -> between(row.asColumn(), knots, ofKnots, intervals));
    return graph.doubles(mapped).as(DataType.BOOL).choose(result, x);
  }

  private Tensor between(Tensor x, Tensor knots, Tensor scores, double[] intervals) {
    Tensor place =
        x.isAtLeast(knots)
            .as(DataType.DOUBLE)
            .sum(true)
            .plus(-1)
            .atLeast(graph.scalar(0))
            .atMost(graph.doubles(intervals, intervals.length, 1));
    Tensor before = element(knots, place);
    Tensor scoreBefore = element(scores, place);
    Tensor after = place.plus(1);
    Tensor share = x.minus(before).over(element(knots, after).minus(before));
    return scoreBefore
        .plus(share.times(element(scores, after).minus(scoreBefore)))
        .withoutLastAxis();
  }

  /** The element of each row at a place. */
  private Tensor element(Tensor matrix, Tensor place) {
    return graph.node(
        "GatherElements", List.of(matrix, place.as(DataType.INT64)), Graph.attribute("axis", 1));
  }
}
