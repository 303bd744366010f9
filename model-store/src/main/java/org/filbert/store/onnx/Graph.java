package org.filbert.store.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/** An ONNX graph that is being written: inputs, constants, operators, outputs. */
final class Graph {
  /** Of the operators of this domain beside ONNX's own. */
  static final String ML = "ai.onnx.ml";

  private static final String ROWS = "rows";

  /** A file has at most 2 GiB; what is no constant is small. */
  private static final long MOST_BYTES = (1L << 31) - (1L << 24);

  private final GraphProto.Builder whole;
  private final Deque<GraphProto.Builder> scopes = new ArrayDeque<>();
  private final Set<String> names = new HashSet<>();
  private long bytes;

  Graph(String name) {
    whole = GraphProto.newBuilder().setName(name);
    scopes.push(whole);
  }

  GraphProto build() {
    return whole.build();
  }

  /** Refuses constants that the file has no room for, before they take memory. */
  void requireRoom(long more) {
    if (bytes + more > MOST_BYTES) {
      throw new IllegalArgumentException(
          "no export to ONNX: the model has more numbers than the 2 GiB of an ONNX file can hold");
    }
  }

  private ByteBuffer buffer(long count, int size) {
    requireRoom(count * size);
    bytes += count * size;
    return ByteBuffer.allocate((int) (count * size)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A name that nothing has; the wanted one if that is free. */
  private String free(String wanted) {
    String name = wanted;
    while (!names.add(name)) {
      name += "_";
    }
    return name;
  }

  /** An input of numbers: n rows of so many. */
  Tensor numbers(String name, int columns) {
    return input(name, DataType.DOUBLE, columns);
  }

  /** An input of a number for each row. */
  Tensor numbers(String name) {
    return input(name, DataType.DOUBLE, 0);
  }

  /** An input of a text for each row. */
  Tensor texts(String name) {
    return input(name, DataType.STRING, 0);
  }

  private Tensor input(String wanted, DataType type, int columns) {
    String name = free(wanted);
    whole.addInput(value(name, rowsOf(type, columns)));
    return new Tensor(this, name);
  }

  /**
   * Makes a value an output.
   *
   * @param columns of its rows; 0 for a vector
   */
  void output(String wanted, Tensor value, DataType type, int columns) {
    String name = free(wanted);
    whole.addNode(
        NodeProto.newBuilder().setOpType("Identity").addInput(value.name()).addOutput(name));
    whole.addOutput(value(name, rowsOf(type, columns)));
  }

  private static ValueInfoProto value(String name, TypeProto type) {
    return ValueInfoProto.newBuilder().setName(name).setType(type).build();
  }

  private static TypeProto rowsOf(DataType type, int columns) {
    Dimension.Builder rows = dimension().setDimParam(ROWS);
    return columns == 0 ? type(type, rows) : type(type, rows, dimension().setDimValue(columns));
  }

  /** Of a tensor; without dimensions, of one of any shape. */
  private static TypeProto type(DataType type, Dimension.Builder... dimensions) {
    TypeProto.Tensor.Builder tensor = TypeProto.Tensor.newBuilder().setElemType(type.getNumber());
    if (dimensions.length > 0) {
      TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
      List.of(dimensions).forEach(shape::addDim);
      tensor.setShape(shape);
    }
    return TypeProto.newBuilder().setTensorType(tensor).build();
  }

  private static Dimension.Builder dimension() {
    return Dimension.newBuilder();
  }

  Tensor scalar(double value) {
    return doubles(new double[] {value});
  }

  /** A constant of some shape; without one a vector. */
  Tensor doubles(double[] values, long... shape) {
    ByteBuffer raw = buffer(values.length, Double.BYTES);
    raw.asDoubleBuffer().put(values);
    return constant(DataType.DOUBLE, raw, shape(values.length, shape));
  }

  /** A vector of whole numbers. */
  Tensor longs(long... values) {
    ByteBuffer raw = buffer(values.length, Long.BYTES);
    raw.asLongBuffer().put(values);
    return constant(DataType.INT64, raw, values.length);
  }

  /** A vector of texts. */
  Tensor constantTexts(List<String> values) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder().setDataType(DataType.STRING.getNumber()).addDims(values.size());
    values.forEach(value -> tensor.addStringData(ByteString.copyFromUtf8(value)));
    return constant(tensor);
  }

  /** A matrix, stored in its own precision. */
  Tensor matrix(Matrix matrix) {
    if (matrix.precision() == Precision.DOUBLE) {
      return doubles(matrix.toArray(), matrix.rows(), matrix.cols());
    }
    ByteBuffer raw = buffer((long) matrix.rows() * matrix.cols(), Float.BYTES);
    for (int i = 0; i < matrix.rows(); i++) {
      for (double value : matrix.row(i)) {
        raw.putFloat((float) value);
      }
    }
    raw.rewind();
    return constant(DataType.FLOAT, raw, matrix.rows(), matrix.cols()).as(DataType.DOUBLE);
  }

  private static long[] shape(int count, long... shape) {
    return shape.length == 0 ? new long[] {count} : shape;
  }

  private Tensor constant(DataType type, ByteBuffer raw, long... shape) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder().setDataType(type.getNumber()).setRawData(ByteString.copyFrom(raw));
    LongStream.of(shape).forEach(tensor::addDims);
    return constant(tensor);
  }

  private Tensor constant(TensorProto.Builder tensor) {
    String name = free("constant" + names.size());
    whole.addInitializer(tensor.setName(name));
    return new Tensor(this, name);
  }

  Tensor node(String operator, Tensor... inputs) {
    return node(operator, List.of(inputs));
  }

  Tensor node(String operator, List<Tensor> inputs, AttributeProto... attributes) {
    return node("", operator, inputs, attributes);
  }

  /** Adds an operator of a domain. */
  Tensor node(String domain, String operator, List<Tensor> inputs, AttributeProto... attributes) {
    String name = free(operator + names.size());
    NodeProto.Builder node =
        NodeProto.newBuilder().setDomain(domain).setOpType(operator).addOutput(name);
    inputs.forEach(input -> node.addInput(input.name()));
    List.of(attributes).forEach(node::addAttribute);
    scopes.element().addNode(node);
    return new Tensor(this, name);
  }

  /** Values side by side: the columns of matrices one after the other. */
  Tensor columns(List<Tensor> parts) {
    return parts.size() == 1 ? parts.get(0) : node("Concat", parts, attribute("axis", 1));
  }

  /**
   * Applies operators to each row of a matrix in turn, so that what is in between takes the memory
   * of a row. The body makes a vector of doubles, and may use all that is outside of it.
   *
   * @param columns elements of that vector
   */
  Tensor eachRow(Tensor rows, int columns, UnaryOperator<Tensor> body) {
    GraphProto.Builder inner = GraphProto.newBuilder().setName(free("row" + names.size()));
    String row = free("Row" + names.size());
    inner.addInput(value(row, type(DataType.DOUBLE)));
    scopes.push(inner);
    Tensor result = body.apply(new Tensor(this, row));
    scopes.pop();
    inner.addOutput(value(result.name(), type(DataType.DOUBLE, dimension().setDimValue(columns))));
    return node(
        "Scan",
        List.of(rows),
        AttributeProto.newBuilder()
            .setName("body")
            .setType(AttributeProto.AttributeType.GRAPH)
            .setG(inner)
            .build(),
        attribute("num_scan_inputs", 1));
  }

  static AttributeProto attribute(String name, long value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.INT)
        .setI(value)
        .build();
  }

  static AttributeProto attribute(String name, String value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.STRING)
        .setS(ByteString.copyFromUtf8(value))
        .build();
  }

  static AttributeProto attributes(String name, long... values) {
    AttributeProto.Builder attribute =
        AttributeProto.newBuilder().setName(name).setType(AttributeProto.AttributeType.INTS);
    LongStream.of(values).forEach(attribute::addInts);
    return attribute.build();
  }

  static AttributeProto attributes(String name, List<String> values) {
    AttributeProto.Builder attribute =
        AttributeProto.newBuilder().setName(name).setType(AttributeProto.AttributeType.STRINGS);
    values.forEach(value -> attribute.addStrings(ByteString.copyFromUtf8(value)));
    return attribute.build();
  }
}
