package org.filbert.operators.scoring;

import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.filbert.data.Instance;
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;

/** Batches of rows and of scores, for tests elsewhere. */
public final class BatchBytes {
  private BatchBytes() {}

  public static TypeSerializer<?> rows() {
    return RowBatchSerializer.TYPE.createSerializer(new SerializerConfigImpl());
  }

  public static TypeSerializer<?> scores() {
    return ScoredBatchSerializer.TYPE.createSerializer(new SerializerConfigImpl());
  }

  public static Object rowsOf(List<Instance> instances) {
    return new RowBatch(3, 17, instances);
  }

  public static Object scoresWith(List<Instance.Bad> bad) {
    return new ScoredBatch(
        3,
        new long[] {1, 2},
        new double[] {0.5, -1},
        new int[] {0, 1},
        List.of("other"),
        new double[] {7},
        new double[] {2, 3},
        bad,
        1,
        new Coverage(1, 2, 3, 4),
        new TableCounts(2, new long[] {1}, new long[] {0}));
  }
}
