package org.filbert.store.codec;

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
 * Writes objects of registered classes as bytes, one message each, and reads them. Besides the
 * registered records and enums it knows strings, primitives, their arrays, optional values,
 * matrices, rows, lists, sets and maps. A collection may have any implementation (a {@code
 * SortedMap} must have natural order) and is read as {@code ArrayList}, {@code LinkedHashSet},
 * {@code LinkedHashMap} or {@code TreeMap}.
 *
 * <p>An object that is referenced twice is written twice. Cycles are not allowed.
 *
 * <p>Untrusted bytes are safe to read. Only registered classes are instantiated, the constructors
 * of records check their components, and memory is allocated for bytes that have arrived, not for a
 * claimed length. A message is read completely, and no byte beyond it.
 *
 * <p>Not thread-safe. An instance is expensive to make and should be reused.
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
   * A codec that writes names of classes, components and constants, so that another version can
   * read them. An unknown component is skipped. A missing one is null, or an error if it must not
   * be null.
   *
   * @param messages as above
   */
  public static KryoCodec byNames(List<Class<?>> messages) {
    return new KryoCodec(Registrations.byNames(messages));
  }

  public KryoCodec(Registrations registrations) {
    kryo = registrations.kryo();
    kryo.setMaxDepth(MAX_DEPTH);
  }

  /**
   * Writes an object, without a flush.
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

  /** Created for the first write, as models are mostly read. */
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

  /** The first line of the message. Kryo appends its own traces below it. */
  private static String message(RuntimeException e) {
    String message = e.getMessage();
    return message == null
        ? e.getClass().getSimpleName()
        : message.lines().findFirst().orElse(e.getClass().getSimpleName());
  }
}
