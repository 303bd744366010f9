package org.filbert.store;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.KryoBufferUnderflowException;
import com.esotericsoftware.kryo.io.Output;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes objects of registered classes as bytes, one message each, and reads them again. Besides
 * the registered records and enums it knows strings, boxed and arrays of primitives, matrices,
 * rows, and lists, sets and maps of any implementation (a {@code SortedMap} in natural order); of
 * these it gives back an {@code ArrayList}, {@code LinkedHashSet}, {@code LinkedHashMap} or {@code
 * TreeMap}.
 *
 * <p>Objects that are referred to twice are written twice; there must be no cycles.
 *
 * <p>The bytes read need not be trusted: no class that is not registered is ever made, records
 * check themselves in their constructors, and memory is taken only for what has arrived, not for
 * what a length claims. A message is read to its last byte and never beyond.
 *
 * <p>Not thread-safe. An instance is costly to make and cheap to use again.
 */
public final class KryoCodec {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MAX_DEPTH = 100;

  private final Kryo kryo;
  private @Nullable Output output;
  private final Input input = new Input(BUFFER_BYTES);

  /**
   * @param messages classes that name the records and enums of the messages, the same for writer
   *     and reader; a record brings the types of its components, another class what is nested in it
   */
  public KryoCodec(List<Class<?>> messages) {
    this(Registrations.ofMessages(messages));
  }

  /**
   * A codec whose bytes name classes, components and constants, for what another version may read:
   * a component that is gone is left out, a new one is null or missed.
   *
   * @param messages as above
   */
  public static KryoCodec byNames(List<Class<?>> messages) {
    return new KryoCodec(Registrations.byNames(messages));
  }

  KryoCodec(Registrations registrations) {
    kryo = registrations.kryo();
    kryo.setMaxDepth(MAX_DEPTH);
  }

  /**
   * Writes one object, which may not be null, and flushes nothing.
   *
   * @throws CodecException if the object, or one within it, is not of a registered class
   */
  public void write(OutputStream out, Object object) throws IOException {
    FrameOutputStream frames = new FrameOutputStream(out);
    Output output = output();
    output.setOutputStream(frames);
    try {
      kryo.writeClassAndObject(output, object);
      output.flush();
    } catch (RuntimeException e) {
      throw translate("cannot write a " + object.getClass().getName(), e);
    } finally {
      output.reset();
    }
    frames.finish();
  }

  /** Made when there is something to write: models are mostly read. */
  private Output output() {
    if (output == null) {
      output = new Output(BUFFER_BYTES);
    }
    return output;
  }

  /**
   * Reads the next object.
   *
   * @throws CodecException if the bytes do not hold an object of this type
   */
  public <T> T read(InputStream in, Class<T> type) throws IOException {
    FrameInputStream frames = new FrameInputStream(in);
    input.setInputStream(frames);
    try {
      Object object = kryo.readClassAndObject(input);
      if (input.position() < input.limit()) {
        throw new CodecException("found bytes after the object, expected the end of its message");
      }
      frames.finish();
      if (!type.isInstance(object)) {
        throw new CodecException(
            "found %s, expected %s"
                .formatted(object == null ? "null" : object.getClass().getName(), type.getName()));
      }
      return type.cast(object);
    } catch (RuntimeException e) {
      throw translate("cannot read a " + type.getName(), e);
    }
  }

  private static IOException translate(String action, RuntimeException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof EOFException || cause instanceof KryoBufferUnderflowException) {
        return new CodecException(action + ": the bytes end within a message", e);
      }
      if (cause instanceof IOException io) {
        return io;
      }
    }
    return new CodecException(action + ": " + message(e), e);
  }

  /** The first line of the message; Kryo adds traces of its own below it. */
  private static String message(RuntimeException e) {
    String message = e.getMessage();
    return message == null
        ? e.getClass().getSimpleName()
        : message.lines().findFirst().orElse(e.getClass().getSimpleName());
  }
}
