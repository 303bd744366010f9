package org.filbert.connectors.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class InstanceSerializerTest {
  private static final TypeSerializer<Instance> SERIALIZER =
      InstanceSerializer.TYPE.createSerializer(null);

  static Stream<Instance> instances() {
    double[] many = IntStream.range(0, 5000).mapToDouble(Math::sin).toArray();
    return Stream.of(
        new Instance.Example(Role.TRAIN, 0, new Features.Dense(new double[0]), null),
        new Instance.Example(
            Role.VALIDATION,
            Long.MAX_VALUE,
            new Features.Dense(new double[] {-0.0, Double.MIN_VALUE, 1}),
            new Target.ClassName("Äé")),
        new Instance.Example(
            Role.TEST, 7, new Features.Dense(many), new Target.Values(new double[] {1, 2})),
        new Instance.Example(
            Role.TEST,
            7,
            new Features.Sparse(IntStream.range(0, 5000).toArray(), many),
            new Target.ClassName("")),
        new Instance.Example(Role.TRAIN, 1, new Features.Sparse(new int[0], new double[0]), null),
        new Instance.Example(
            Role.TEST, 5, new Features.Text("søren 🐿 ".repeat(20_000)), new Target.ClassName("A")),
        new Instance.Example(Role.TRAIN, 6, new Features.Text(""), null),
        new Instance.Bad(Role.TEST, 3, "file:1", "found x, allowed y", "x\u0000"));
  }

  @ParameterizedTest
  @MethodSource("instances")
  void writesAndReads(Instance instance) throws IOException {
    byte[] bytes = serialize(instance);
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    assertThat(SERIALIZER.deserialize(in)).usingRecursiveComparison().isEqualTo(instance);
    assertThat(in.available()).isZero();
  }

  @ParameterizedTest
  @MethodSource("instances")
  void copiesBytes(Instance instance) throws IOException {
    byte[] bytes = serialize(instance);
    DataOutputSerializer out = new DataOutputSerializer(16);
    SERIALIZER.copy(new DataInputDeserializer(bytes), out);
    assertThat(out.getCopyOfBuffer()).isEqualTo(bytes);
  }

  @Test
  void denseValuesTakeEightBytesEach() throws IOException {
    double[] values = new double[784];
    Arrays.fill(values, 3);
    Instance instance = new Instance.Example(Role.TRAIN, 0, new Features.Dense(values), null);
    assertThat(serialize(instance)).hasSize(1 + 8 + 4 + 8 * 784);
  }

  @Test
  void longArraysComeBack() throws IOException {
    double[] values = IntStream.range(0, 300_001).mapToDouble(i -> i).toArray();
    Features features = new Features.Sparse(IntStream.range(0, 300_001).toArray(), values);
    Instance instance = new Instance.Example(Role.TRAIN, 0, features, null);
    DataInputDeserializer in = new DataInputDeserializer(serialize(instance));
    assertThat(SERIALIZER.deserialize(in))
        .usingRecursiveComparison()
        .withEqualsForType(Arrays::equals, byte[].class)
        .withEqualsForType(Arrays::equals, int[].class)
        .withEqualsForType(Arrays::equals, double[].class)
        .isEqualTo(instance);
  }

  /** Role and shape, position, then a length. */
  @ParameterizedTest
  @CsvSource({"0, 2147483647", "8, 2147483647", "64, 2147483647", "4, 2147483647"})
  void aLengthTakesNoMemoryBeforeItsContentIsThere(int shape, int length) {
    byte[] bytes = ByteBuffer.allocate(100).put((byte) shape).putLong(7).putInt(length).array();
    assertThatThrownBy(() -> SERIALIZER.deserialize(new DataInputDeserializer(bytes)))
        .isInstanceOf(EOFException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "0, -1, 0, 0, found a length of -1",
    "8, 1, 5, 2, found 1 indices of 2 values",
    "8, 1, -5, 1, found index -5 at place 0",
    "3, 0, 0, 0, found role code 3"
  })
  void whatDoesNotFitIsRefused(int shape, int length, int index, int values, String message) {
    byte[] bytes =
        ByteBuffer.allocate(100)
            .put((byte) shape)
            .putLong(7)
            .putInt(length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(index)
            .order(ByteOrder.BIG_ENDIAN)
            .putInt(values)
            .array();
    assertThatThrownBy(() -> SERIALIZER.deserialize(new DataInputDeserializer(bytes)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void itsSnapshotRestoresTheSameSerializer() {
    TypeSerializerSnapshot<Instance> snapshot = SERIALIZER.snapshotConfiguration();
    assertThat(snapshot.restoreSerializer()).isSameAs(SERIALIZER);
    assertThat(
            SERIALIZER
                .snapshotConfiguration()
                .resolveSchemaCompatibility(snapshot)
                .isCompatibleAsIs())
        .isTrue();
  }

  private static byte[] serialize(Instance instance) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(16);
    SERIALIZER.serialize(instance, out);
    return out.getCopyOfBuffer();
  }
}
