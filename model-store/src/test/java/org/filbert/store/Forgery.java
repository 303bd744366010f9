package org.filbert.store;

import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.filbert.store.codec.FrameOutputStream;

/** Changes published models so that all sizes and checksums still match. */
record Forgery(Path root) {
  /** Replaces the content of a part. */
  void part(ModelVersion version, String file, byte[] content) throws IOException {
    Files.write(directory(version).resolve(file), content);
    manifest(
        version,
        text ->
            text.replaceFirst(
                "(?s)(\"file\" : \"%s\",.*?\"size\" : )\\d+(,.*?\"sha256\" : \")[0-9a-f]{64}"
                    .formatted(file.replace(".", "\\.")),
                "$1%d$2%s".formatted(content.length, sha256(content))));
  }

  /** Replaces the object in a part. */
  void object(ModelVersion version, String file, Object object) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    PartHeader.kryo().write(content);
    StoredClasses.codec().write(content, object);
    part(version, file, content.toByteArray());
  }

  /** Replaces the bytes of a part with an object. */
  void bytes(ModelVersion version, String file, Consumer<Output> object) throws IOException {
    Output message = new Output(1024);
    object.accept(message);
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    PartHeader.kryo().write(content);
    FrameOutputStream frames = new FrameOutputStream(content);
    frames.write(message.toBytes());
    frames.finish();
    part(version, file, content.toByteArray());
  }

  /** Replaces the header of a matrix part. */
  void header(ModelVersion version, String file, PartHeader header, int bytes) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    header.write(content);
    content.writeBytes(new byte[bytes - content.size()]);
    part(version, file, content.toByteArray());
  }

  /** Changes the text of a manifest and its checksum. */
  void manifest(ModelVersion version, UnaryOperator<String> change) throws IOException {
    Path file = directory(version).resolve("manifest.json");
    String text = Files.readString(file);
    String body = change.apply(text.substring(0, text.indexOf("  \"manifestSha256\"")));
    Files.writeString(
        file,
        body
            + "  \"manifestSha256\" : \"%s\"\n}\n"
                .formatted(sha256(body.getBytes(StandardCharsets.UTF_8))));
  }

  private Path directory(ModelVersion version) {
    return root.resolve(version.name()).resolve(version.directory());
  }

  private static String sha256(byte[] bytes) {
    MessageDigest digest = Sha256.digest();
    digest.update(bytes);
    return Sha256.hex(digest);
  }
}
