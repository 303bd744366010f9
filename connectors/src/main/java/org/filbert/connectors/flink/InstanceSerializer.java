package org.filbert.connectors.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;

/**
 * Writes instances as a byte for the shape (bits 0-1 the role, bit 2 a bad record, bit 3 sparse
 * features, bits 4-5 the target, bit 6 a document, bits 3 and 6 cells), the position, and the
 * contents. Instances are immutable, so a copy is the instance itself.
 */
public final class InstanceSerializer extends ImmutableSerializer<Instance> {
  private static final long serialVersionUID = 1L;

  public static final InstanceSerializer INSTANCE = new InstanceSerializer();

  public static final ImmutableTypeInfo<Instance> TYPE =
      new ImmutableTypeInfo<>(Instance.class, INSTANCE);

  private static final int ROLE_MASK = 0b11;
  private static final int BAD = 1 << 2;

  private InstanceSerializer() {}

  @Override
  public void serialize(Instance instance, DataOutputView out) throws IOException {
    if (instance instanceof Instance.Example example) {
      write(example, out);
    } else {
      write((Instance.Bad) instance, out);
    }
  }

  private static void write(Instance.Example example, DataOutputView out) throws IOException {
    out.writeByte(
        code(example.role())
            | ExampleCodec.shape(example.features())
            | ExampleCodec.shape(example.target()));
    out.writeLong(example.position());
    ExampleCodec.write(example.features(), out);
    ExampleCodec.write(example.target(), out);
  }

  private static void write(Instance.Bad bad, DataOutputView out) throws IOException {
    out.writeByte(code(bad.role()) | BAD);
    out.writeLong(bad.position());
    ArrayCodec.writeText(bad.place(), out);
    ArrayCodec.writeText(bad.reason(), out);
    ArrayCodec.writeText(bad.text(), out);
  }

  private static int code(Role role) {
    return switch (role) {
      case TRAIN -> 0;
      case VALIDATION -> 1;
      case TEST -> 2;
    };
  }

  private static Role role(int code) throws IOException {
    return switch (code) {
      case 0 -> Role.TRAIN;
      case 1 -> Role.VALIDATION;
      case 2 -> Role.TEST;
      default -> throw new IOException("found role code " + code + ", allowed 0 to 2");
    };
  }

  @Override
  public Instance deserialize(DataInputView in) throws IOException {
    int shape = in.readByte();
    Role role = role(shape & ROLE_MASK);
    long position = in.readLong();
    if ((shape & BAD) != 0) {
      return new Instance.Bad(
          role,
          position,
          ArrayCodec.readText(in),
          ArrayCodec.readText(in),
          ArrayCodec.readText(in));
    }
    Features features = ExampleCodec.readFeatures(shape, in);
    return new Instance.Example(role, position, features, ExampleCodec.readTarget(shape, in));
  }

  @Override
  public Instance createInstance() {
    return new Instance.Example(Role.TRAIN, 0, new Features.Dense(new double[0]), null);
  }

  @Override
  public TypeSerializerSnapshot<Instance> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Identifies the serializer in checkpoints. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Instance> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
