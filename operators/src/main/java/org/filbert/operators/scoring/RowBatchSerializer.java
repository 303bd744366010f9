package org.filbert.operators.scoring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.filbert.connectors.flink.ArrayCodec;
import org.filbert.connectors.flink.ImmutableSerializer;
import org.filbert.connectors.flink.ImmutableTypeInfo;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;

/** Writes number, first row, count, then the records. */
final class RowBatchSerializer extends ImmutableSerializer<RowBatch> {
  private static final long serialVersionUID = 1L;
  private static final RowBatchSerializer INSTANCE = new RowBatchSerializer();
  static final ImmutableTypeInfo<RowBatch> TYPE = new ImmutableTypeInfo<>(RowBatch.class, INSTANCE);

  @Override
  public void serialize(RowBatch batch, DataOutputView out) throws IOException {
    out.writeLong(batch.number());
    out.writeLong(batch.firstRow());
    out.writeInt(batch.records().size());
    for (Instance row : batch.records()) {
      InstanceSerializer.INSTANCE.serialize(row, out);
    }
  }

  @Override
  public RowBatch deserialize(DataInputView in) throws IOException {
    long number = in.readLong();
    long firstRow = in.readLong();
    List<Instance> records = new ArrayList<>();
    for (int left = ArrayCodec.readLength(in); left > 0; left--) {
      records.add(InstanceSerializer.INSTANCE.deserialize(in));
    }
    return new RowBatch(number, firstRow, records);
  }

  @Override
  public RowBatch createInstance() {
    return new RowBatch(0, 1, List.of());
  }

  @Override
  public TypeSerializerSnapshot<RowBatch> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Identifies the serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<RowBatch> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
