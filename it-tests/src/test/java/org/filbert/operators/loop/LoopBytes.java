package org.filbert.operators.loop;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameCodec;
import org.filbert.operators.loop.internal.frames.FrameSerializer;
import org.filbert.operators.loop.internal.frames.Incoming;
import org.filbert.operators.loop.internal.frames.SumCodec;
import org.filbert.operators.loop.state.ChunkStream;
import org.filbert.store.codec.KryoCodec;
import org.filbert.train.Training;
import org.filbert.workers.Matrices;
import org.filbert.workers.Recipients;

/** The messages of the superstep loop as bytes: frames, put together and understood. */
public final class LoopBytes {
  private static final int PIECE_BYTES = 24;

  private LoopBytes() {}

  /** Makes records of what the bytes say, as training does. */
  static List<Class<?>> messages() {
    return Training.messagesOfAll();
  }

  /** Messages, each of several frames. */
  public static List<byte[]> seeds() throws IOException {
    FrameCodec codec = new FrameCodec(messages());
    List<byte[]> seeds = new ArrayList<>();
    Frame answer = Frame.of(Frame.Kind.ANSWER, 3, 0, Frame.DRIVER, 1);
    Frame task = Frame.of(Frame.Kind.TASK, 3, 0, Frame.DRIVER, 1);
    Matrix matrix = Matrix.of(Precision.SINGLE, 2, 3, 1, 2, 3, 4, 5, 6);
    for (Object message :
        List.of(
            List.of("a", 1, 2.5, matrix, new double[] {7, 8}),
            new Instance.Example(
                Role.TEST, 5, new Features.Dense(new double[] {1}), new Target.ClassName("A")),
            new Recipients.Owners(List.of(1, 2)),
            new Gaussian(2))) {
      seeds.add(bytes(pieces(answer, codec, message)));
      seeds.add(bytes(pieces(task, codec, message)));
    }
    List<Frame> two = new ArrayList<>();
    for (int source = 0; source < 2; source++) {
      two.addAll(
          pieces(Frame.of(Frame.Kind.ANSWER, 3, source, Frame.DRIVER, 2), codec, source + 7));
    }
    seeds.add(bytes(two));
    Matrices sum =
        Matrices.of(matrix, Matrix.of(Precision.DOUBLE, 1, 2, 7, 8))
            .andSymmetric(Matrix.of(Precision.DOUBLE, 2, 2, 1, 2, 2, 3));
    seeds.add(bytes(SumCodec.encode(Frame.of(Frame.Kind.SUM, 3, 0, Frame.DRIVER, 0), sum)));
    seeds.addAll(zeros(codec));
    return seeds;
  }

  private static List<Frame> pieces(Frame header, FrameCodec codec, Object message) {
    ChunkStream chunks = new ChunkStream(PIECE_BYTES);
    for (Frame whole : codec.encode(header, message)) {
      chunks.write(whole.data(), 0, whole.data().length);
    }
    return header.pieces(chunks.finish());
  }

  /** Records of nothing but zeros and nulls, as far as that is allowed. */
  private static List<byte[]> zeros(FrameCodec codec) throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    Frame task = Frame.of(Frame.Kind.TASK, 3, 0, Frame.DRIVER, 1);
    for (int id = 1_002; id < 1_500; id++) {
      for (int length = 2; length < 40; length++) {
        byte[] message = new byte[length + 2];
        message[0] = (byte) length;
        message[1] = (byte) (id | 0x80);
        message[2] = (byte) (id >> 7);
        try {
          Frame[] frames = {task.piece(0, 1, message)};
          codec.decode(frames, Object.class);
          seeds.add(bytes(List.of(frames)));
        } catch (UncheckedIOException e) {
          // There is none of this length.
        }
      }
    }
    return seeds;
  }

  private static byte[] bytes(List<Frame> frames) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    for (Frame frame : frames) {
      FrameSerializer.INSTANCE.serialize(frame, out);
    }
    return out.getCopyOfBuffer();
  }

  /** Reads frames and what they say. For one thread. */
  public static final class Reader {
    private final FrameCodec codec = new FrameCodec(messages());

    /**
     * Reads frames to the end of the bytes, and the message that they are.
     *
     * @throws IOException if there is a damaged frame
     * @throws UncheckedIOException if the message cannot be read
     * @throws IllegalStateException if frames do not belong together
     * @throws IllegalArgumentException if they are no sum
     */
    public Object read(byte[] input) throws IOException {
      DataInputDeserializer in = new DataInputDeserializer(input);
      List<Frame> frames = new ArrayList<>();
      while (in.available() > 0) {
        frames.add(FrameSerializer.INSTANCE.deserialize(in));
      }
      if (!Arrays.equals(bytes(frames), input)) {
        throw new AssertionError("written differently once read");
      }
      if (frames.isEmpty()) {
        throw new IllegalStateException("no frames");
      }
      Incoming incoming = new Incoming(frames.get(0).step());
      frames.forEach(incoming::add);
      if (!incoming.complete()) {
        throw new IllegalStateException("not all frames");
      }
      if (frames.get(0).kind() == Frame.Kind.SUM) {
        return sum(incoming.sum());
      }
      List<Object> answers = new ArrayList<>();
      for (Frame[] answer : incoming.answers()) {
        answers.add(again(codec.decode(answer, Object.class)));
      }
      return answers;
    }

    private static List<String> sum(Frame[] frames) throws IOException {
      for (Frame frame : frames) {
        SumCodec.add(new Frame[] {frame, frame});
      }
      try (Matrices matrices = SumCodec.decode(frames)) {
        Frame header = Frame.of(Frame.Kind.SUM, 3, 0, Frame.DRIVER, 0);
        Frame[] again = SumCodec.encode(header, matrices).toArray(Frame[]::new);
        try (Matrices same = SumCodec.decode(again)) {
          if (!same.shapes().equals(matrices.shapes())) {
            throw new AssertionError("written as " + same.shapes());
          }
        }
        return matrices.shapes();
      }
    }

    /** What was read can be written and read again. */
    private Object again(Object message) {
      KryoCodec kryo = codec.states();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        kryo.write(bytes, message);
        return kryo.read(new ByteArrayInputStream(bytes.toByteArray()), Object.class);
      } catch (IOException e) {
        throw new AssertionError("read, but not written and read again: " + e.getMessage(), e);
      }
    }
  }
}
