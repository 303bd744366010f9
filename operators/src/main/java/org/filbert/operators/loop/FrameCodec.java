package org.filbert.operators.loop;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.store.KryoCodec;
import org.filbert.workers.Recipients;

/** Cuts messages into frames and puts frames together again. For one thread. */
final class FrameCodec {
  /** Large enough to cost little per byte, small enough to stay clear of spilling. */
  static final int CHUNK_BYTES = 256 * 1024;

  private final KryoCodec kryo;

  FrameCodec(List<Class<?>> messages) {
    this.kryo =
        new KryoCodec(
            Stream.concat(Stream.of(Summing.class, Recipients.class), messages.stream()).toList());
  }

  KryoCodec kryo() {
    return kryo;
  }

  /**
   * A message in pieces.
   *
   * @param header the frame of the message without its data
   */
  List<Frame> encode(Frame header, Object message) {
    ChunkStream chunks = new ChunkStream(CHUNK_BYTES);
    try {
      kryo.write(chunks, message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pieces(header, chunks.finish());
  }

  <T> T decode(Frame[] frames, Class<T> type) {
    List<InputStream> parts = new ArrayList<>();
    for (Frame frame : frames) {
      parts.add(new ByteArrayInputStream(frame.data()));
    }
    try (InputStream in = new SequenceInputStream(Collections.enumeration(parts))) {
      return kryo.read(in, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Frame> pieces(Frame header, List<byte[]> chunks) {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < chunks.size(); i++) {
      frames.add(header.piece(i, chunks.size(), chunks.get(i)));
    }
    return frames;
  }
}
