package org.filbert.store.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;
import org.filbert.linalg.Precision;

/**
 * A value of a graph, of doubles if nothing else is said. Each method adds an operator, which
 * broadcasts as NumPy does.
 */
record Tensor(Graph graph, String name) {
  Tensor plus(Tensor other) {
    return graph.node("Add", this, other);
  }

  Tensor plus(double other) {
    return plus(graph.scalar(other));
  }

  Tensor minus(Tensor other) {
    return graph.node("Sub", this, other);
  }

  Tensor times(Tensor other) {
    return graph.node("Mul", this, other);
  }

  Tensor times(double other) {
    return times(graph.scalar(other));
  }

  Tensor over(Tensor other) {
    return graph.node("Div", this, other);
  }

  Tensor product(Tensor matrix) {
    return graph.node("MatMul", this, matrix);
  }

  /** With the two axes exchanged. */
  Tensor transposed() {
    return graph.node("Transpose", this);
  }

  Tensor exp() {
    return graph.node("Exp", this);
  }

  Tensor log() {
    return graph.node("Log", this);
  }

  Tensor sin() {
    return graph.node("Sin", this);
  }

  /** As a sine, since ONNX Runtime has no cosine of doubles. */
  Tensor cos() {
    return plus(Math.PI / 2).sin();
  }

  Tensor sqrt() {
    return graph.node("Sqrt", this);
  }

  Tensor abs() {
    return graph.node("Abs", this);
  }

  Tensor floor() {
    return graph.node("Floor", this);
  }

  Tensor sigmoid() {
    return graph.node("Sigmoid", this);
  }

  Tensor power(double exponent) {
    return graph.node("Pow", this, graph.scalar(exponent));
  }

  Tensor atLeast(Tensor other) {
    return graph.node("Max", this, other);
  }

  Tensor atMost(Tensor other) {
    return graph.node("Min", this, other);
  }

  /** The sum over the last axis, which is kept with the length 1 or left out. */
  Tensor sum(boolean kept) {
    return graph.node(
        "ReduceSum", List.of(this, graph.longs(-1)), Graph.attribute("keepdims", kept ? 1 : 0));
  }

  /** Truths. */
  Tensor isEqualTo(Tensor other) {
    return graph.node("Equal", this, other);
  }

  /** Truths. */
  Tensor isAtLeast(Tensor other) {
    return graph.node("GreaterOrEqual", this, other);
  }

  /** Truths. */
  Tensor isAbove(Tensor other) {
    return graph.node("Greater", this, other);
  }

  /** Truths. */
  Tensor isNan() {
    return graph.node("IsNaN", this);
  }

  /** Truths, of truths. */
  Tensor or(Tensor other) {
    return graph.node("Or", this, other);
  }

  /** One or the other, of truths. */
  Tensor choose(Tensor whereTrue, Tensor otherwise) {
    return graph.node("Where", this, whereTrue, otherwise);
  }

  Tensor as(DataType type) {
    return graph.node("Cast", List.of(this), Graph.attribute("to", type.getNumber()));
  }

  /** The nearest numbers of a precision. */
  Tensor rounded(Precision precision) {
    return precision == Precision.SINGLE ? as(DataType.FLOAT).as(DataType.DOUBLE) : this;
  }

  /** Elements on the first axis by their places. */
  Tensor at(Tensor places) {
    return graph.node("Gather", this, places);
  }

  /** Some elements of the last axis. */
  Tensor columns(int from, int to) {
    return graph.node("Slice", this, graph.longs(from), graph.longs(to), graph.longs(-1));
  }

  /** With a last axis of length 1. */
  Tensor asColumn() {
    return graph.node("Unsqueeze", this, graph.longs(-1));
  }

  /** Without the last axis, which has length 1. */
  Tensor withoutLastAxis() {
    return graph.node("Squeeze", this, graph.longs(-1));
  }
}
