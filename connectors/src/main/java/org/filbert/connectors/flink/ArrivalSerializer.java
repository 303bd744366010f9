package org.filbert.connectors.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.Origin;
import org.filbert.data.Features;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/**
 * Writes arrivals as a byte for the shape (bits 0-1: 0 a row, 1 a label, 2 a rejected record, 3 the
 * end of history; bits 3-5 the features and the target), the origin, and the contents.
 */
public final class ArrivalSerializer extends ImmutableSerializer<Arrival> {
  private static final long serialVersionUID = 1L;

  public static final ArrivalSerializer INSTANCE = new ArrivalSerializer();

  public static final ImmutableTypeInfo<Arrival> TYPE =
      new ImmutableTypeInfo<>(Arrival.class, INSTANCE);

  private static final int KIND_MASK = 0b11;
  private static final int ROW = 0;
  private static final int LABEL = 1;
  private static final int REJECTED = 2;
  private static final int HISTORY_END = 3;
  private static final int ABSENT = -1;

  private ArrivalSerializer() {}

  @Override
  public void serialize(Arrival arrival, DataOutputView out) throws IOException {
    if (arrival instanceof Arrival.Row row) {
      out.writeByte(ROW | ExampleCodec.shape(row.features()) | ExampleCodec.shape(row.target()));
      write(row.origin(), out);
      ArrayCodec.writeText(row.id(), out);
      ExampleCodec.write(row.features(), out);
      ExampleCodec.write(row.target(), out);
    } else if (arrival instanceof Arrival.Label label) {
      out.writeByte(LABEL | ExampleCodec.shape(label.target()));
      write(label.origin(), out);
      ArrayCodec.writeText(label.id(), out);
      ExampleCodec.write(label.target(), out);
    } else if (arrival instanceof Arrival.HistoryEnd) {
      out.writeByte(HISTORY_END);
      write(arrival.origin(), out);
    } else {
      Arrival.Rejected rejected = (Arrival.Rejected) arrival;
      out.writeByte(REJECTED);
      write(rejected.origin(), out);
      write(rejected.key(), out);
      write(rejected.value(), out);
      ArrayCodec.writeText(rejected.reason(), out);
    }
  }

  @Override
  public Arrival deserialize(DataInputView in) throws IOException {
    int shape = in.readByte();
    Origin origin = readOrigin(in);
    return switch (shape & KIND_MASK) {
      case ROW -> {
        String id = ArrayCodec.readText(in);
        Features features = ExampleCodec.readFeatures(shape, in);
        yield new Arrival.Row(origin, id, features, ExampleCodec.readTarget(shape, in));
      }
      case LABEL -> {
        String id = ArrayCodec.readText(in);
        Target target = ExampleCodec.readTarget(shape, in);
        if (target == null) {
          throw new IOException("found shape " + shape + ", allowed a label with a target");
        }
        yield new Arrival.Label(origin, id, target);
      }
      case REJECTED ->
          new Arrival.Rejected(origin, readBytes(in), readBytes(in), ArrayCodec.readText(in));
      default -> new Arrival.HistoryEnd(origin);
    };
  }

  private static void write(Origin origin, DataOutputView out) throws IOException {
    ArrayCodec.writeText(origin.source(), out);
    out.writeInt(origin.partition());
    out.writeLong(origin.offset());
    out.writeLong(origin.time());
  }

  private static Origin readOrigin(DataInputView in) throws IOException {
    return new Origin(ArrayCodec.readText(in), in.readInt(), in.readLong(), in.readLong());
  }

  private static void write(byte @Nullable [] bytes, DataOutputView out) throws IOException {
    out.writeInt(bytes == null ? ABSENT : bytes.length);
    if (bytes != null) {
      out.write(bytes);
    }
  }

  private static byte @Nullable [] readBytes(DataInputView in) throws IOException {
    int length = in.readInt();
    if (length == ABSENT) {
      return null;
    }
    if (length < ABSENT) {
      throw new IOException("found a length of " + length + ", allowed -1 and more");
    }
    return ArrayCodec.readBytes(in, length);
  }

  @Override
  public Arrival createInstance() {
    return new Arrival.Rejected(new Origin("", 0, 0, 0), null, null, "");
  }

  @Override
  public TypeSerializerSnapshot<Arrival> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Identifies the serializer in checkpoints. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Arrival> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
