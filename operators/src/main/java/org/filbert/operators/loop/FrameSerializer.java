package org.filbert.operators.loop;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes frames as they are; a copy is the frame itself, since nobody changes one. */
final class FrameSerializer extends TypeSerializerSingleton<Frame> {
  static final FrameSerializer INSTANCE = new FrameSerializer();

  @Override
  public void serialize(Frame frame, DataOutputView out) throws IOException {
    out.writeByte(frame.kind().code());
    out.writeInt(frame.step());
    out.writeInt(frame.source());
    out.writeInt(frame.chunk());
    out.writeInt(frame.chunks());
    out.writeLong(frame.tag());
    out.writeInt(frame.data().length);
    out.write(frame.data());
  }

  @Override
  public Frame deserialize(DataInputView in) throws IOException {
    Frame.Kind kind = Frame.Kind.of(in.readByte());
    int step = in.readInt();
    int source = in.readInt();
    int chunk = in.readInt();
    int chunks = in.readInt();
    long tag = in.readLong();
    byte[] data = new byte[in.readInt()];
    in.readFully(data);
    return new Frame(kind, step, source, chunk, chunks, tag, data);
  }

  @Override
  public Frame deserialize(Frame reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    serialize(deserialize(in), out);
  }

  @Override
  public Frame copy(Frame frame) {
    return frame;
  }

  @Override
  public Frame copy(Frame frame, Frame reuse) {
    return frame;
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public Frame createInstance() {
    return new Frame(Frame.Kind.END, 0, 0, 0, 1, 0, new byte[0]);
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public TypeSerializerSnapshot<Frame> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Frames have one form, which a restored state must have too. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Frame> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
