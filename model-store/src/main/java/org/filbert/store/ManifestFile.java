package org.filbert.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

/**
 * Writes {@code manifest.json}. Its presence makes a version complete. Its last line is the SHA-256
 * of all bytes before that line, which detects a damaged manifest.
 */
final class ManifestFile {
  private ManifestFile() {}

  static boolean exists(FileSystem files, Path directory) throws IOException {
    return files.exists(new Path(directory, ManifestReader.NAME));
  }

  /** Publishes the version atomically. */
  static void write(FileSystem files, Path directory, Manifest manifest) throws IOException {
    byte[] text = sign(ManifestJson.write(manifest));
    Path target = new Path(directory, ManifestReader.NAME);
    Path temporary = new Path(directory, ManifestReader.NAME + ".tmp");
    try {
      write(files, temporary, text);
      if (!rename(files, temporary, target)) {
        write(files, target, text);
        files.delete(temporary, false);
      }
    } catch (IOException e) {
      throw new ModelStoreException(target + ": cannot write: " + e.getMessage(), e);
    }
  }

  private static void write(FileSystem files, Path path, byte[] text) throws IOException {
    try (FSDataOutputStream out = files.create(path, WriteMode.NO_OVERWRITE)) {
      out.write(text);
      if (!files.isDistributedFS()) {
        out.sync();
      }
    }
  }

  private static boolean rename(FileSystem files, Path from, Path to) throws IOException {
    try {
      return files.rename(from, to);
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  private static byte[] sign(byte[] json) {
    byte[] body = Arrays.copyOf(json, json.length - ManifestReader.CLOSING.length() + 2);
    body[body.length - 2] = ',';
    body[body.length - 1] = '\n';
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(body);
    out.writeBytes(
        (ManifestReader.LAST_LINE + ManifestReader.sha256(body) + "\"" + ManifestReader.CLOSING)
            .getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }
}
