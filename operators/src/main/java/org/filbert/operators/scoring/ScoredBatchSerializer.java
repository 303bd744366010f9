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
import org.filbert.table.TableCounts;
import org.filbert.text.Coverage;

/** Writes the components in order, each array after its length. */
final class ScoredBatchSerializer extends ImmutableSerializer<ScoredBatch> {
  private static final long serialVersionUID = 1L;
  private static final ScoredBatchSerializer INSTANCE = new ScoredBatchSerializer();
  static final ImmutableTypeInfo<ScoredBatch> TYPE =
      new ImmutableTypeInfo<>(ScoredBatch.class, INSTANCE);

  @Override
  public void serialize(ScoredBatch batch, DataOutputView out) throws IOException {
    out.writeLong(batch.number());
    ArrayCodec.writeLongs(batch.rows(), out);
    ArrayCodec.writeDoubles(batch.scores(), out);
    ArrayCodec.writeInts(batch.labels(), out);
    out.writeInt(batch.otherClasses().size());
    for (String name : batch.otherClasses()) {
      ArrayCodec.writeText(name, out);
    }
    ArrayCodec.writeDoubles(batch.targets(), out);
    ArrayCodec.writeDoubles(batch.weights(), out);
    out.writeInt(batch.bad().size());
    for (Instance.Bad bad : batch.bad()) {
      InstanceSerializer.INSTANCE.serialize(bad, out);
    }
    out.writeInt(batch.farRows());
    Coverage text = batch.text();
    out.writeLong(text.documents());
    out.writeLong(text.empty());
    out.writeLong(text.nGrams());
    out.writeLong(text.unknown());
    out.writeLong(batch.cells().rows());
    ArrayCodec.writeLongs(batch.cells().missing(), out);
    ArrayCodec.writeLongs(batch.cells().unseen(), out);
  }

  @Override
  public ScoredBatch deserialize(DataInputView in) throws IOException {
    long number = in.readLong();
    long[] rows = ArrayCodec.readLongs(in);
    double[] scores = ArrayCodec.readDoubles(in);
    int[] labels = ArrayCodec.readInts(in);
    List<String> otherClasses = new ArrayList<>();
    for (int left = ArrayCodec.readLength(in); left > 0; left--) {
      otherClasses.add(ArrayCodec.readText(in));
    }
    double[] targets = ArrayCodec.readDoubles(in);
    double[] weights = ArrayCodec.readDoubles(in);
    List<Instance.Bad> bad = new ArrayList<>();
    for (int left = ArrayCodec.readLength(in); left > 0; left--) {
      bad.add(readBad(in));
    }
    int farRows = in.readInt();
    Coverage text = new Coverage(in.readLong(), in.readLong(), in.readLong(), in.readLong());
    TableCounts cells =
        new TableCounts(in.readLong(), ArrayCodec.readLongs(in), ArrayCodec.readLongs(in));
    return new ScoredBatch(
        number, rows, scores, labels, otherClasses, targets, weights, bad, farRows, text, cells);
  }

  private static Instance.Bad readBad(DataInputView in) throws IOException {
    if (InstanceSerializer.INSTANCE.deserialize(in) instanceof Instance.Bad bad) {
      return bad;
    }
    throw new IOException("found an example among the bad records");
  }

  @Override
  public ScoredBatch createInstance() {
    return new ScoredBatch(
        0,
        new long[0],
        new double[0],
        new int[0],
        List.of(),
        new double[0],
        new double[0],
        List.of(),
        0,
        Coverage.NONE,
        TableCounts.NONE);
  }

  @Override
  public TypeSerializerSnapshot<ScoredBatch> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Identifies the serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<ScoredBatch> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
