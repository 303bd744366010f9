package org.filbert.operators.loop.state;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.filbert.data.Instance;
import org.filbert.store.codec.KryoCodec;
import org.jspecify.annotations.Nullable;

/**
 * A file with a constant part of a worker's state, written once.
 *
 * @param content is not kept from being collected: a worker may have let it go, as it does with
 *     rows that it encodes
 * @param place handle of the file
 */
public record ConstantFile(
    WeakReference<Object> content, StreamStateHandle place, Description description) {

  /** A file that was read, and the value that it has. */
  record Found(ConstantFile file, Object value) {}

  /** Writes a file. */
  static ConstantFile write(
      Object value, KryoCodec codec, CheckpointStreamFactory factory, CheckpointedStateScope scope)
      throws IOException {
    MessageDigest digest = newDigest();
    try (CheckpointStateOutputStream out = factory.createCheckpointStateOutputStream(scope)) {
      OutputStream hashing = new DigestOutputStream(out, digest);
      List<Instance> rows = rows(value);
      if (rows == null) {
        codec.write(hashing, value);
      } else {
        StateRows.write(rows, hashing);
      }
      long size = out.getPos();
      StreamStateHandle place = out.closeAndGetHandle();
      if (place == null) {
        throw new IOException("nothing was written of a " + value.getClass().getName());
      }
      return new ConstantFile(
          new WeakReference<>(value), place, new Description(size, hex(digest), rows != null));
    }
  }

  /** Whether the file has this very value. */
  boolean has(Object value) {
    return content.refersTo(value);
  }

  /** The records of a list that has nothing else; null if the value is not such a list. */
  private static @Nullable List<Instance> rows(Object value) {
    return value instanceof List<?> list
            && !list.isEmpty()
            && list.stream().allMatch(Instance.class::isInstance)
        ? list.stream().map(Instance.class::cast).toList()
        : null;
  }

  /**
   * Entry of a checkpoint for a file.
   *
   * @param sha256 of the bytes, in hexadecimal digits
   * @param rows whether it has records as {@link StateRows} writes them; null in states of earlier
   *     versions, which wrote all objects alike
   */
  public record Description(long size, String sha256, @Nullable Boolean rows) {}

  /**
   * Reads a file.
   *
   * @throws IOException if the file is missing or its content has changed
   */
  static Found read(Description description, StreamStateHandle place, KryoCodec codec)
      throws IOException {
    MessageDigest digest = newDigest();
    try (InputStream file = place.openInputStream();
        InputStream in = new DigestInputStream(file, digest)) {
      Object value = null;
      IOException failure = null;
      try {
        value =
            Boolean.TRUE.equals(description.rows)
                ? StateRows.read(in)
                : codec.read(in, Object.class);
      } catch (IOException e) {
        failure = e;
      }
      in.transferTo(OutputStream.nullOutputStream());
      String found = hex(digest);
      if (value == null
          || !found.equals(description.sha256)
          || place.getStateSize() != description.size) {
        throw new IOException(
            "%s is damaged: found %s bytes with the SHA-256 %s, expected %s with %s"
                .formatted(
                    name(place), place.getStateSize(), found, description.size, description.sha256),
            failure);
      }
      return new Found(new ConstantFile(new WeakReference<>(value), place, description), value);
    }
  }

  private static String name(StreamStateHandle place) {
    return place.maybeGetPath().map(Object::toString).orElse("a part of the checkpoint");
  }

  private static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
