package org.filbert.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

/**
 * The file {@code manifest.json}. Its presence makes a version complete. Its last line is the
 * SHA-256 of all bytes before that line, which detects a damaged manifest.
 */
final class ManifestFile {
  static final String NAME = "manifest.json";

  private static final String LAST_LINE = "  \"manifestSha256\" : \"";
  private static final String CLOSING = "\n}\n";
  private static final int MAX_BYTES = 1 << 16;

  private ManifestFile() {}

  static boolean exists(FileSystem files, Path directory) throws IOException {
    return files.exists(new Path(directory, NAME));
  }

  /** Publishes the version atomically. */
  static void write(FileSystem files, Path directory, Manifest manifest) throws IOException {
    byte[] text = sign(ManifestJson.write(manifest));
    Path target = new Path(directory, NAME);
    Path temporary = new Path(directory, NAME + ".tmp");
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

  static Manifest read(FileSystem files, Path directory) throws IOException {
    Path path = new Path(directory, NAME);
    try (InputStream in = files.open(path)) {
      byte[] text = in.readNBytes(MAX_BYTES + 1);
      if (text.length > MAX_BYTES) {
        throw new CodecException("found more than " + MAX_BYTES + " bytes, not a manifest");
      }
      JsonNode tree = ManifestJson.tree(text);
      checkVersion(tree);
      checkSignature(text);
      ((ObjectNode) tree).remove("manifestSha256");
      return ManifestJson.convert(tree, Manifest.class);
    } catch (FileNotFoundException e) {
      throw new ModelStoreException(path + ": missing, the version is not complete", e);
    } catch (CodecException e) {
      throw new ModelStoreException(path + ": " + e.getMessage(), e);
    }
  }

  private static void checkVersion(JsonNode tree) throws CodecException {
    JsonNode version = tree.path("formatVersion");
    if (!version.isInt()) {
      throw new CodecException("found no number formatVersion, not a manifest or a corrupt one");
    }
    if (version.intValue() < 1 || version.intValue() > Manifest.FORMAT_VERSION) {
      throw new CodecException(
          "found format version %s, this program reads 1 to %s"
              .formatted(version.intValue(), Manifest.FORMAT_VERSION));
    }
  }

  private static byte[] sign(byte[] json) {
    byte[] body = Arrays.copyOf(json, json.length - CLOSING.length() + 2);
    body[body.length - 2] = ',';
    body[body.length - 1] = '\n';
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(body);
    out.writeBytes((LAST_LINE + sha256(body) + "\"" + CLOSING).getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  private static void checkSignature(byte[] text) throws CodecException {
    int length = LAST_LINE.length() + 64 + 1 + CLOSING.length();
    byte[] body = Arrays.copyOf(text, Math.max(0, text.length - length));
    String ending =
        new String(text, body.length, text.length - body.length, StandardCharsets.UTF_8);
    String expected = LAST_LINE + sha256(body) + "\"" + CLOSING;
    if (!ending.equals(expected)) {
      throw new CodecException(
          "corrupt: found the ending %s, expected %s".formatted(ending.strip(), expected.strip()));
    }
  }

  private static String sha256(byte[] bytes) {
    MessageDigest digest = Sha256.digest();
    digest.update(bytes);
    return Sha256.hex(digest);
  }
}
