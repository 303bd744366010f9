package org.filbert.operators.loop.state;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.filbert.store.codec.KryoCodec;

/**
 * A file with a constant part of a worker's state, written once.
 *
 * @param value the content
 * @param place handle of the file
 * @param sha256 of the bytes, in hexadecimal digits
 */
public record ConstantFile(Object value, StreamStateHandle place, long size, String sha256) {

  /** Writes a file. */
  static ConstantFile write(
      Object value, KryoCodec codec, CheckpointStreamFactory factory, CheckpointedStateScope scope)
      throws IOException {
    MessageDigest digest = newDigest();
    try (CheckpointStateOutputStream out = factory.createCheckpointStateOutputStream(scope)) {
      OutputStream hashing = new DigestOutputStream(out, digest);
      codec.write(hashing, value);
      long size = out.getPos();
      StreamStateHandle place = out.closeAndGetHandle();
      if (place == null) {
        throw new IOException("nothing was written of a " + value.getClass().getName());
      }
      return new ConstantFile(value, place, size, hex(digest));
    }
  }

  /** Entry of a checkpoint for a file. */
  public record Description(long size, String sha256) {}

  Description description() {
    return new Description(size, sha256);
  }

  /**
   * Reads a file.
   *
   * @throws IOException if the file is missing or its content has changed
   */
  static ConstantFile read(Description description, StreamStateHandle place, KryoCodec codec)
      throws IOException {
    MessageDigest digest = newDigest();
    try (InputStream file = place.openInputStream();
        InputStream in = new DigestInputStream(file, digest)) {
      Object value = null;
      IOException failure = null;
      try {
        value = codec.read(in, Object.class);
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
      return new ConstantFile(value, place, description.size, description.sha256);
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
