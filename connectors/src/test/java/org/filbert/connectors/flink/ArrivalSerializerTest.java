package org.filbert.connectors.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.Origin;
import org.filbert.data.Features;
import org.filbert.data.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArrivalSerializerTest {
  private static final TypeSerializer<Arrival> SERIALIZER =
      ArrivalSerializer.TYPE.createSerializer(null);
  private static final Origin ORIGIN = new Origin("letters", 3, Long.MAX_VALUE, 1_700_000_000_000L);
  private static final Features DENSE = new Features.Dense(new double[] {1, -0.0, 1e-300});
  private static final Features SPARSE =
      new Features.Sparse(new int[] {0, 9}, new double[] {2.5, 3});

  static Stream<Arrival> arrivals() {
    return Stream.of(
        new Arrival.Row(ORIGIN, "7", DENSE, null),
        new Arrival.Row(ORIGIN, "", DENSE, new Target.Values(new double[] {4})),
        new Arrival.Row(ORIGIN, "Äé", SPARSE, new Target.ClassName("Ä")),
        new Arrival.Label(ORIGIN, "7", new Target.ClassName("A")),
        new Arrival.Label(ORIGIN, "7", new Target.Values(new double[] {4})),
        new Arrival.HistoryEnd(ORIGIN),
        new Arrival.Rejected(ORIGIN, null, null, "found nothing"),
        new Arrival.Rejected(ORIGIN, new byte[0], new byte[] {0, -1, 7}, "found x, allowed y"));
  }

  @ParameterizedTest
  @MethodSource("arrivals")
  void writesReadsAndCopies(Arrival arrival) throws IOException {
    byte[] bytes = serialize(arrival);
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    assertThat(SERIALIZER.deserialize(in)).usingRecursiveComparison().isEqualTo(arrival);
    assertThat(in.available()).isZero();

    DataOutputSerializer copy = new DataOutputSerializer(16);
    SERIALIZER.copy(new DataInputDeserializer(bytes), copy);
    assertThat(copy.getCopyOfBuffer()).isEqualTo(bytes);
  }

  @Test
  void aLabelWithoutTargetIsRefused() throws IOException {
    byte[] bytes = serialize(new Arrival.Label(ORIGIN, "7", new Target.ClassName("A")));
    bytes[0] = 1;
    assertThatThrownBy(() -> SERIALIZER.deserialize(new DataInputDeserializer(bytes)))
        .isInstanceOf(IOException.class)
        .hasMessage("found shape 1, allowed a label with a target");
  }

  private static byte[] serialize(Arrival arrival) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(16);
    SERIALIZER.serialize(arrival, out);
    return out.getCopyOfBuffer();
  }
}
