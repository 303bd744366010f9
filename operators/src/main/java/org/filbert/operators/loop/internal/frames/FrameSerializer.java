package org.filbert.operators.loop.internal.frames;

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

/** Writes frames. They are immutable, so a copy is the frame itself. */
public final class FrameSerializer extends ImmutableSerializer<Frame> {
  public static final FrameSerializer INSTANCE = new FrameSerializer();
  public static final ImmutableTypeInfo<Frame> TYPE =
      new ImmutableTypeInfo<>(Frame.class, INSTANCE);

  @Override
  public void serialize(Frame frame, DataOutputView out) throws IOException {
    out.writeByte(frame.kind().code());
    out.writeInt(frame.step());
    out.writeInt(frame.source());
    out.writeInt(frame.dest());
    out.writeInt(frame.answers());
    out.writeInt(frame.chunk());
    out.writeInt(frame.chunks());
    ArrayCodec.writeBytes(frame.data(), out);
  }

  @Override
  public Frame deserialize(DataInputView in) throws IOException {
    int kind = in.readByte();
    int step = in.readInt();
    int source = in.readInt();
    int dest = in.readInt();
    int answers = in.readInt();
    int chunk = in.readInt();
    int chunks = in.readInt();
    byte[] data = ArrayCodec.readBytes(in);
    try {
      return new Frame(Frame.Kind.of(kind), step, source, dest, answers, chunk, chunks, data);
    } catch (IllegalArgumentException e) {
      throw new IOException("found a damaged frame: " + e.getMessage(), e);
    }
  }

  /** Writes the number of frames, then the frames. */
  static void writeAll(List<Frame> frames, DataOutputView out) throws IOException {
    out.writeInt(frames.size());
    for (Frame frame : frames) {
      INSTANCE.serialize(frame, out);
    }
  }

  /** Reads the frames of {@link #writeAll}. */
  static List<Frame> readAll(DataInputView in) throws IOException {
    List<Frame> frames = new ArrayList<>();
    for (int left = ArrayCodec.readLength(in); left > 0; left--) {
      frames.add(INSTANCE.deserialize(in));
    }
    return frames;
  }

  @Override
  public Frame createInstance() {
    return Frame.END;
  }

  @Override
  public TypeSerializerSnapshot<Frame> snapshotConfiguration() {
    return new Snapshot();
  }

  /** The only format of frames, which a restored state must have. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Frame> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
