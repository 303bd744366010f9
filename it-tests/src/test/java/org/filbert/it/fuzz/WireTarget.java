package org.filbert.it.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.Origin;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target.ClassName;
import org.filbert.data.Target.Values;
import org.filbert.operators.loop.LoopBytes;
import org.filbert.operators.loop.StateBytes;
import org.filbert.operators.scoring.BatchBytes;

/**
 * Messages between processes of a job, and the contents of checkpoints.
 *
 * @param documented exceptions of the readers
 */
record WireTarget(
    String name, List<byte[]> seeds, Opening opening, Set<Class<? extends Exception>> documented)
    implements Target {
  /** Makes readers. */
  interface Opening {
    Reader open() throws Exception;
  }

  private static final List<Instance> INSTANCES =
      List.of(
          new Instance.Example(Role.TRAIN, 1, new Features.Dense(new double[] {1, 2}), null),
          new Instance.Example(
              Role.TEST,
              2,
              new Features.Sparse(new int[] {0, 9}, new double[] {1, 2}),
              new ClassName("søren")),
          new Instance.Example(
              Role.VALIDATION, 3, new Features.Text("nuts"), new Values(new double[] {1})));
  private static final Instance.Bad BAD = new Instance.Bad(Role.TEST, 4, "a.csv:1", "found b", "c");
  private static final Origin ORIGIN = new Origin("topic", 1, 2, 3);
  private static final List<Arrival> ARRIVALS =
      List.of(
          new Arrival.Row(ORIGIN, "a", new Features.Dense(new double[] {1, 2}), null),
          new Arrival.Label(ORIGIN, "a", new ClassName("A")),
          new Arrival.Rejected(ORIGIN, null, new byte[] {1}, "found b"));

  static List<WireTarget> all() {
    try {
      return List.of(
          new WireTarget(
              "wire: frames",
              LoopBytes.seeds(),
              () -> new LoopBytes.Reader()::read,
              Set.of(
                  IOException.class,
                  UncheckedIOException.class,
                  IllegalStateException.class,
                  IllegalArgumentException.class)),
          new WireTarget("wire: records", records(), Records::new, Set.of(IOException.class)),
          new WireTarget(
              "checkpoint: driver",
              List.of(StateBytes.driver()),
              () -> new StateBytes.DriverReader()::read,
              Set.of(IOException.class)),
          new WireTarget(
              "checkpoint: worker",
              List.of(new StateBytes.WorkerReader().good()),
              () -> new StateBytes.WorkerReader()::read,
              Set.of(IOException.class, SuppressRestartsException.class)));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static List<byte[]> records() throws IOException {
    Records records = new Records();
    List<byte[]> seeds = new ArrayList<>();
    for (Instance instance : INSTANCES) {
      seeds.add(records.bytes(0, instance));
    }
    seeds.add(records.bytes(0, BAD));
    for (Arrival arrival : ARRIVALS) {
      seeds.add(records.bytes(1, arrival));
    }
    seeds.add(records.bytes(2, BatchBytes.rowsOf(INSTANCES)));
    seeds.add(records.bytes(3, BatchBytes.scoresWith(List.of(BAD))));
    return seeds;
  }

  /** Records of several kinds; the first byte says which. For one thread. */
  private static final class Records implements Reader {
    private final List<TypeSerializer<?>> serializers =
        List.of(
            InstanceSerializer.INSTANCE,
            ArrivalSerializer.INSTANCE,
            BatchBytes.rows(),
            BatchBytes.scores());

    @SuppressWarnings("unchecked") // it is of the serializer's type
    byte[] bytes(int which, Object value) throws IOException {
      DataOutputSerializer out = new DataOutputSerializer(64);
      out.write(which);
      ((TypeSerializer<Object>) serializers.get(which)).serialize(value, out);
      return out.getCopyOfBuffer();
    }

    @Override
    public Object read(byte[] input) throws IOException {
      DataInputDeserializer in = new DataInputDeserializer(input);
      int which = in.readUnsignedByte() % serializers.size();
      Object value = serializers.get(which).deserialize(in);
      byte[] written = bytes(which, value);
      in.setBuffer(written, 1, written.length - 1);
      if (!Arrays.equals(written, bytes(which, serializers.get(which).deserialize(in)))) {
        throw new AssertionError("written differently once read");
      }
      return value;
    }
  }

  @Override
  public List<String> tokens() {
    return List.of("\u0000", "\u0000\u0000\u0000\u0001", "\u0001", "\u0003", "\u0016", "\u0005");
  }

  @Override
  public Reader open() throws Exception {
    return opening.open();
  }

  @Override
  public boolean documents(Exception exception) {
    return documented.stream().anyMatch(type -> type.isInstance(exception));
  }
}
