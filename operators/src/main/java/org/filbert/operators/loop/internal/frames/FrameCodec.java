package org.filbert.operators.loop.internal.frames;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.operators.loop.spec.Attempts;
import org.filbert.operators.loop.state.ChunkStream;
import org.filbert.operators.loop.state.ConstantFile;
import org.filbert.operators.loop.state.DriverState;
import org.filbert.operators.loop.state.WorkerState;
import org.filbert.store.codec.KryoCodec;
import org.filbert.workers.Recipients;

/**
 * Divides messages into frames and restores messages from frames. The driver's messages identify
 * classes by ids. Answers identify them by names, as a checkpoint may keep them for another
 * version. Not thread-safe.
 */
public final class FrameCodec {
  private static final List<Class<?>> OF_THE_LOOP =
      List.of(
          Summing.class,
          Recipients.class,
          DriverState.class,
          WorkerState.class,
          ConstantFile.Description.class,
          Attempts.Mark.class,
          Instance.class,
          Features.class,
          Target.class,
          Role.class);

  private final KryoCodec commands;
  private final KryoCodec states;

  public FrameCodec(List<Class<?>> messages) {
    List<Class<?>> all =
        Stream.concat(OF_THE_LOOP.stream(), messages.stream()).<Class<?>>map(type -> type).toList();
    this.commands = new KryoCodec(all);
    this.states = KryoCodec.byNames(all);
  }

  /** The codec of checkpoints. */
  public KryoCodec states() {
    return states;
  }

  private KryoCodec codec(Frame frame) {
    return frame.kind() == Frame.Kind.ANSWER ? states : commands;
  }

  /**
   * Divides a message into pieces.
   *
   * @param header the frame of the message without its data
   */
  public List<Frame> encode(Frame header, Object message) {
    ChunkStream chunks = new ChunkStream(Frame.CHUNK_BYTES);
    try {
      codec(header).write(chunks, message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return header.pieces(chunks.finish());
  }

  public <T> T decode(Frame[] frames, Class<T> type) {
    List<InputStream> parts = new ArrayList<>();
    for (Frame frame : frames) {
      parts.add(new ByteArrayInputStream(frame.data()));
    }
    try (InputStream in = new SequenceInputStream(Collections.enumeration(parts))) {
      return codec(frames[0]).read(in, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
