package org.filbert.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import org.filbert.store.codec.CodecException;

/** Reads {@code manifest.json}, as {@link ManifestFile} writes it. */
final class ManifestReader {
  static final String NAME = "manifest.json";
  static final String LAST_LINE = "  \"manifestSha256\" : \"";
  static final String CLOSING = "\n}\n";

  private static final int MAX_BYTES = 1 << 16;

  private ManifestReader() {}

  static Manifest read(VersionFiles files) throws IOException {
    String path = files.place(NAME);
    try (InputStream in = files.open(NAME)) {
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

  static String sha256(byte[] bytes) {
    MessageDigest digest = Sha256.digest();
    digest.update(bytes);
    return Sha256.hex(digest);
  }
}
