package org.filbert.store.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import org.filbert.calibration.Margins;
import org.filbert.calibration.NormalisedSigmoids;
import org.filbert.calibration.Probabilities;
import org.filbert.calibration.Sigmoid;
import org.filbert.calibration.Softmax;
import org.filbert.data.Outputs;
import org.filbert.data.TargetTransform;

/** What scores stand for: classes and probabilities, or numbers and intervals, as outputs. */
record AnswerNodes(Graph graph) {
  /** Outputs class and scores. */
  void classes(Outputs.Classes classes, Tensor scores) {
    Tensor winner =
        classes.columns() == 1
            ? scores.isAbove(graph.scalar(0)).as(DataType.INT64).withoutLastAxis()
            : graph.node(
                "ArgMax",
                List.of(scores),
                Graph.attribute("axis", 1),
                Graph.attribute("keepdims", 0));
    graph.output("class", graph.constantTexts(classes.names()).at(winner), DataType.STRING, 0);
    graph.output("scores", scores, DataType.DOUBLE, classes.columns());
  }

  /** Output probabilities, in the order of so many classes. */
  void probabilities(Probabilities calibration, Tensor scores, int classes) {
    graph.output("probabilities", probabilities(calibration, scores), DataType.DOUBLE, classes);
  }

  private Tensor probabilities(Probabilities calibration, Tensor f) {
    if (calibration instanceof Sigmoid sigmoid) {
      Tensor z = f.times(sigmoid.a()).plus(sigmoid.b());
      return graph.columns(List.of(z.sigmoid(), z.times(-1).sigmoid()));
    } else if (calibration instanceof Softmax softmax) {
      return softmax(f.times(softmax.s()));
    } else if (calibration instanceof NormalisedSigmoids) {
      Tensor logarithms = f.atMost(graph.scalar(0)).minus(f.abs().times(-1).exp().plus(1).log());
      return softmax(logarithms);
    }
    throw new IllegalArgumentException("no export to ONNX for probabilities by " + calibration);
  }

  private Tensor softmax(Tensor logarithms) {
    return graph.node("Softmax", List.of(logarithms), Graph.attribute("axis", 1));
  }

  /** Outputs number, lower and upper; the last two if there are margins. */
  void numbers(Outputs.Targets targets, Tensor scores, Margins margins) {
    Tensor learned =
        scores.times(graph.doubles(targets.scales())).plus(graph.doubles(targets.means()));
    number("number", learned, targets);
    if (margins.count() > 0) {
      Tensor r = graph.doubles(margins.r());
      number("lower", learned.minus(r), targets);
      number("upper", learned.plus(r), targets);
    }
  }

  private void number(String name, Tensor learned, Outputs.Targets targets) {
    Tensor value = targets.transform() == TargetTransform.LOG ? learned.exp() : learned;
    graph.output(name, value, DataType.DOUBLE, targets.columns());
  }
}
