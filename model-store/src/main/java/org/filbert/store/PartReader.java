package org.filbert.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Matrix;
import org.filbert.store.codec.KryoCodec;
import org.filbert.store.codec.LittleEndian;
import org.jspecify.annotations.Nullable;

/** Reads the parts of a version and checks them against size and SHA-256 in the manifest. */
final class PartReader {
  private final VersionFiles files;
  private final Manifest manifest;
  private final LittleEndian bytes = new LittleEndian();
  private @Nullable KryoCodec codec;

  PartReader(VersionFiles files, Manifest manifest) {
    this.files = files;
    this.manifest = manifest;
  }

  Matrix matrix(String name) throws IOException {
    Manifest.Part part = part(name + PartType.MATRIX.suffix());
    return read(
        part,
        in -> {
          Matrix matrix = PartHeader.read(in, PartHeader.MATRIX).allocate(part.size());
          boolean complete = false;
          try {
            bytes.read(in, matrix);
            complete = true;
            return matrix;
          } finally {
            if (!complete) {
              matrix.close();
            }
          }
        });
  }

  /** Whether there is an object that a model may have or not. */
  boolean has(String name) {
    return manifest.part(name + PartType.KRYO.suffix()).isPresent();
  }

  <T> T object(String name, Class<T> type) throws IOException {
    return read(
        part(name + PartType.KRYO.suffix()),
        in -> {
          PartHeader.read(in, PartHeader.KRYO);
          return codec().read(in, type);
        });
  }

  Rows rows(String name) throws IOException {
    return manifest.part(name + PartType.MATRIX.suffix()).isPresent()
        ? new DenseRows(matrix(name))
        : object(name, SparseRows.class);
  }

  <T> T json(String name, Class<T> type) throws IOException {
    return read(
        part(name + PartType.JSON.suffix()), in -> ManifestJson.read(in.readAllBytes(), type));
  }

  /** Checks the size and SHA-256 of a part. */
  void verify(Manifest.Part part) throws IOException {
    read(
        part,
        in -> {
          drain(in);
          return part;
        });
  }

  private interface Content<T> {
    T read(InputStream in) throws IOException;
  }

  /** Reports unreadable content only if the SHA-256 is right; otherwise the file is corrupt. */
  private <T> T read(Manifest.Part part, Content<T> content) throws IOException {
    String path = files.place(part.file());
    checkSize(path, part);
    try (InputStream file = open(path, part.file())) {
      DigestInputStream in = new DigestInputStream(file, Sha256.digest());
      T value;
      try {
        value = content.read(in);
      } catch (IOException | RuntimeException e) {
        drain(in);
        checkHash(path, part, in);
        throw new ModelStoreException(path + ": " + e.getMessage(), e);
      }
      long left = drain(in);
      checkHash(path, part, in);
      if (left > 0) {
        throw new ModelStoreException(path + ": found " + left + " bytes after the content");
      }
      return value;
    }
  }

  /** Reads to the end, and counts the bytes. */
  private static long drain(InputStream in) throws IOException {
    return in.transferTo(OutputStream.nullOutputStream());
  }

  private KryoCodec codec() {
    if (codec == null) {
      codec = StoredClasses.codec();
    }
    return codec;
  }

  private InputStream open(String path, String file) throws ModelStoreException {
    try {
      return files.open(file);
    } catch (IOException e) {
      throw new ModelStoreException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static void checkHash(String path, Manifest.Part part, DigestInputStream in)
      throws ModelStoreException {
    String found = Sha256.hex(in.getMessageDigest());
    if (!found.equals(part.sha256())) {
      throw new ModelStoreException(
          "%s: corrupt: found SHA-256 %s, expected %s".formatted(path, found, part.sha256()));
    }
  }

  private void checkSize(String path, Manifest.Part part) throws IOException {
    long size;
    try {
      size = files.size(part.file());
    } catch (FileNotFoundException e) {
      throw new ModelStoreException(path + ": missing, expected " + part.size() + " bytes", e);
    }
    if (size != part.size()) {
      throw new ModelStoreException(
          "%s: %s: found %s bytes, expected %s"
              .formatted(path, size < part.size() ? "truncated" : "too long", size, part.size()));
    }
  }

  private Manifest.Part part(String file) throws ModelStoreException {
    return manifest
        .part(file)
        .orElseThrow(
            () ->
                new ModelStoreException(
                    "%s: the manifest lists no part %s".formatted(files.place(), file)));
  }
}
