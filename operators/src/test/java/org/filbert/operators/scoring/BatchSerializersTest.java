package org.filbert.operators.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;
import org.junit.jupiter.api.Test;

class BatchSerializersTest {
  private static final Instance.Bad BAD = new Instance.Bad(Role.TEST, 9, "a:2", "found", "text");

  private static <T> T sent(TypeInformation<T> type, T value) throws IOException {
    TypeSerializer<T> serializer = type.createSerializer(new SerializerConfigImpl());
    DataOutputSerializer out = new DataOutputSerializer(16);
    serializer.serialize(value, out);
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    T received = serializer.deserialize(in);
    assertThat(in.available()).isZero();

    in.setBuffer(out.getCopyOfBuffer());
    DataOutputSerializer copied = new DataOutputSerializer(16);
    serializer.copy(in, copied);
    assertThat(copied.getCopyOfBuffer()).isEqualTo(out.getCopyOfBuffer());
    assertThat(serializer.snapshotConfiguration().restoreSerializer()).isSameAs(serializer);
    return received;
  }

  @Test
  void rowBatchesComeBackAsTheyWere() throws IOException {
    Instance example =
        new Instance.Example(
            Role.TEST, 7, new Features.Dense(new double[] {1, 2}), new Target.ClassName("A"));
    RowBatch batch = sent(RowBatchSerializer.TYPE, new RowBatch(3, 15_001, List.of(example, BAD)));
    assertThat(batch.number()).isEqualTo(3);
    assertThat(batch.firstRow()).isEqualTo(15_001);
    assertThat(batch.records()).usingRecursiveComparison().isEqualTo(List.of(example, BAD));
  }

  @Test
  void scoredBatchesComeBackAsTheyWere() throws IOException {
    ScoredBatch batch =
        new ScoredBatch(
            1L << 40,
            new long[] {1, 3},
            new double[] {0.5, -1, Double.MIN_VALUE, 2},
            new int[] {0, 4},
            List.of("other"),
            new double[] {1e300},
            new double[] {0, 0.5},
            List.of(BAD),
            2,
            new Coverage(4, 1, 1L << 40, 3),
            new TableCounts(2, new long[] {1, 0}, new long[] {0, 2}));
    assertThat(sent(ScoredBatchSerializer.TYPE, batch)).usingRecursiveComparison().isEqualTo(batch);
  }
}
