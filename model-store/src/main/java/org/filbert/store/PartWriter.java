package org.filbert.store;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.store.codec.KryoCodec;
import org.filbert.store.codec.LittleEndian;

/** Writes the parts of a version and collects their manifest entries. */
final class PartWriter {
  private final FileSystem files;
  private final Path directory;
  private final KryoCodec codec = StoredClasses.codec();
  private final LittleEndian bytes = new LittleEndian();
  private final List<Manifest.Part> parts = new ArrayList<>();

  PartWriter(FileSystem files, Path directory) {
    this.files = files;
    this.directory = directory;
  }

  /** The parts written so far. */
  List<Manifest.Part> parts() {
    return parts;
  }

  void matrix(String name, Matrix matrix) throws IOException {
    write(
        name + PartType.MATRIX.suffix(),
        PartType.MATRIX,
        out -> {
          PartHeader.matrix(matrix).write(out);
          bytes.write(out, matrix);
        });
  }

  void object(String name, Object object) throws IOException {
    write(
        name + PartType.KRYO.suffix(),
        PartType.KRYO,
        out -> {
          PartHeader.kryo().write(out);
          codec.write(out, object);
        });
  }

  /** Writes dense rows as a matrix and sparse rows as an object. */
  void rows(String name, Rows rows) throws IOException {
    if (rows instanceof DenseRows dense) {
      matrix(name, dense.matrix());
    } else {
      object(name, rows);
    }
  }

  void json(String name, Object object) throws IOException {
    byte[] text = ManifestJson.write(object);
    write(name + PartType.JSON.suffix(), PartType.JSON, out -> out.write(text));
  }

  private interface Content {
    void write(OutputStream out) throws IOException;
  }

  private void write(String file, PartType type, Content content) throws IOException {
    Path path = new Path(directory, file);
    try (FSDataOutputStream out = files.create(path, WriteMode.NO_OVERWRITE)) {
      BufferedOutputStream buffered = new BufferedOutputStream(out, LittleEndian.CHUNK_BYTES);
      DigestOutputStream hashing = new DigestOutputStream(buffered, Sha256.digest());
      content.write(hashing);
      hashing.flush();
      if (!files.isDistributedFS()) {
        out.sync();
      }
      String sha256 = Sha256.hex(hashing.getMessageDigest());
      parts.add(new Manifest.Part(file, type.mediaType(), out.getPos(), sha256));
    } catch (IOException e) {
      throw new ModelStoreException(path + ": cannot write: " + e.getMessage(), e);
    }
  }
}
