package org.filbert.operators.scoring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.filbert.connectors.flink.ImmutableSerializer;
import org.filbert.connectors.flink.ImmutableTypeInfo;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.text.Coverage;

/** The components one after the other, each array with its length before it. */
final class ScoredBatchSerializer extends ImmutableSerializer<ScoredBatch> {
  private static final long serialVersionUID = 1L;
  private static final ScoredBatchSerializer INSTANCE = new ScoredBatchSerializer();
  static final ImmutableTypeInfo<ScoredBatch> TYPE =
      new ImmutableTypeInfo<>(ScoredBatch.class, INSTANCE);

  @Override
  public void serialize(ScoredBatch batch, DataOutputView out) throws IOException {
    out.writeLong(batch.number());
    out.writeInt(batch.rows().length);
    for (long row : batch.rows()) {
      out.writeLong(row);
    }
    write(batch.scores(), out);
    out.writeInt(batch.labels().length);
    for (int label : batch.labels()) {
      out.writeInt(label);
    }
    write(batch.targets(), out);
    out.writeInt(batch.bad().size());
    for (Instance.Bad bad : batch.bad()) {
      InstanceSerializer.INSTANCE.serialize(bad, out);
    }
    Coverage text = batch.text();
    out.writeLong(text.documents());
    out.writeLong(text.empty());
    out.writeLong(text.nGrams());
    out.writeLong(text.unknown());
  }

  private static void write(double[] values, DataOutputView out) throws IOException {
    out.writeInt(values.length);
    for (double value : values) {
      out.writeDouble(value);
    }
  }

  @Override
  public ScoredBatch deserialize(DataInputView in) throws IOException {
    long number = in.readLong();
    long[] rows = new long[in.readInt()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = in.readLong();
    }
    double[] scores = read(in);
    int[] labels = new int[in.readInt()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = in.readInt();
    }
    double[] targets = read(in);
    int badCount = in.readInt();
    List<Instance.Bad> bad = new ArrayList<>(badCount);
    for (int i = 0; i < badCount; i++) {
      bad.add((Instance.Bad) InstanceSerializer.INSTANCE.deserialize(in));
    }
    Coverage text = new Coverage(in.readLong(), in.readLong(), in.readLong(), in.readLong());
    return new ScoredBatch(number, rows, scores, labels, targets, bad, text);
  }

  private static double[] read(DataInputView in) throws IOException {
    double[] values = new double[in.readInt()];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readDouble();
    }
    return values;
  }

  @Override
  public ScoredBatch createInstance() {
    return new ScoredBatch(
        0, new long[0], new double[0], new int[0], new double[0], List.of(), Coverage.NONE);
  }

  @Override
  public TypeSerializerSnapshot<ScoredBatch> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Names the serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<ScoredBatch> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
