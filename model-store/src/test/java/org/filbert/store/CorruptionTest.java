package org.filbert.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.core.fs.FileSystem;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorruptionTest {
  @TempDir private Path root;
  private ModelStore store;
  private ModelVersion dense;
  private ModelVersion sparse;
  private ModelVersion text;
  private ModelVersion series;

  @BeforeEach
  void publish() throws IOException {
    store = ModelStore.open(new org.apache.flink.core.fs.Path(root.toUri()));
    Instant noon = Instant.parse("2026-03-01T12:00:00Z");
    dense = store.publish("dense", "run", noon, Models.gaussian());
    sparse =
        store.publish(
            "sparse",
            "run",
            noon,
            Models.of(new Gaussian(1), Precision.DOUBLE, true, Models.classes()));
    text = store.publish("text", "run", noon, Models.text());
    series = store.publish("series", "run", noon, Models.doublyStochastic());
  }

  private Path directory(ModelVersion version) {
    return root.resolve(version.name()).resolve(version.directory());
  }

  private List<Path> files(ModelVersion version) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Manifest.Part part : store.manifest(version).parts()) {
      files.add(directory(version).resolve(part.file()));
    }
    files.add(directory(version).resolve("manifest.json"));
    return files;
  }

  @Test
  void flippedBytesAreFound() throws IOException {
    assertFlippedBytesAreFound(5);
  }

  @Test
  @Tag("ci")
  void everyFlippedByteIsFound() throws IOException {
    assertFlippedBytesAreFound(1);
  }

  /** One of so many bytes of each file, in each file another one first. */
  private void assertFlippedBytesAreFound(int every) throws IOException {
    int first = 0;
    for (ModelVersion version : List.of(dense, sparse, text, series)) {
      for (Path file : files(version)) {
        byte[] good = Files.readAllBytes(file);
        for (int at = first++ % every; at < good.length; at += every) {
          byte[] bad = good.clone();
          bad[at] ^= 0x10;
          Files.write(file, bad);
          assertThatThrownBy(() -> store.load(version))
              .as("%s byte %d", file, at)
              .isInstanceOf(ModelStoreException.class)
              .hasMessageContaining(file.getFileName().toString());
        }
        Files.write(file, good);
      }
      assertThat(store.verify(version).ok()).isTrue();
    }
  }

  @Test
  void everyTruncationAndExtensionIsFound() throws IOException {
    for (ModelVersion version : List.of(dense, sparse, text, series)) {
      for (Path file : files(version)) {
        byte[] good = Files.readAllBytes(file);
        for (int length : new int[] {0, 1, good.length / 2, good.length - 1, good.length + 1}) {
          Files.write(file, Arrays.copyOf(good, length));
          assertThatThrownBy(() -> store.load(version))
              .as("%s cut to %d", file, length)
              .isInstanceOf(ModelStoreException.class)
              .hasMessageContaining(file.getFileName().toString());
          assertThat(store.verify(version).problems()).hasSize(1);
        }
        Files.write(file, good);
      }
    }
  }

  @Test
  void theMessageSaysWhatWasFoundAndExpected() throws IOException {
    Path alpha = directory(dense).resolve("alpha.matrix");
    byte[] good = Files.readAllBytes(alpha);
    Files.write(alpha, Arrays.copyOf(good, 100));
    assertThatThrownBy(() -> store.load(dense))
        .hasMessageContaining("alpha.matrix: truncated: found 100 bytes, expected 248");
    good[50] ^= 1;
    Files.write(alpha, good);
    assertThatThrownBy(() -> store.load(dense))
        .hasMessageContaining("alpha.matrix: corrupt: found SHA-256 ")
        .hasMessageContaining(", expected ");
    Files.delete(alpha);
    assertThatThrownBy(() -> store.load(dense)).hasMessageContaining("alpha.matrix: missing");
  }

  @Test
  void aVersionWithoutManifestIsNotThere() throws IOException {
    Files.delete(directory(dense).resolve("manifest.json"));
    assertThat(store.list()).containsExactly("series", "sparse", "text");
    assertThatThrownBy(() -> store.load(dense)).hasMessageContaining("manifest.json: missing");
  }

  @Test
  void readsTheProvenanceAlone() throws IOException {
    assertThat(store.provenance(dense)).isEqualTo(store.load(dense).provenance());
  }

  @Test
  void verifyNamesEveryDamagedFile() throws IOException {
    Files.delete(directory(dense).resolve("kernel.kryo"));
    Files.writeString(directory(dense).resolve("provenance.json"), "{}");
    Verification verification = store.verify(dense);
    assertThat(verification.ok()).isFalse();
    assertThat(verification.files()).hasSize(7);
    assertThat(verification.problems())
        .hasSize(2)
        .anyMatch(problem -> problem.contains("kernel.kryo: missing"))
        .anyMatch(problem -> problem.contains("provenance.json: truncated"));
  }

  @Test
  void aFutureManifestIsNamedAsSuch() throws IOException {
    Path manifest = directory(dense).resolve("manifest.json");
    String text = Files.readString(manifest);
    Files.writeString(manifest, text.replace("\"formatVersion\" : 1", "\"formatVersion\" : 2"));
    assertThatThrownBy(() -> store.load(dense))
        .hasMessageContaining("found format version 2, this program reads 1 to 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "\"text\"", "{\"formatVersion\": \"x\"}"})
  void anUnreadableManifestIsNamed(String text) throws IOException {
    Files.writeString(directory(dense).resolve("manifest.json"), text);
    assertThatThrownBy(() -> store.load(dense))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("manifest.json: found");
  }

  @Test
  void aVersionInAnotherPlaceIsNotBelieved() throws IOException {
    Files.move(root.resolve("dense"), root.resolve("other"));
    assertThatThrownBy(() -> store.load(new ModelVersion("other", 1)))
        .hasMessageContaining("found the manifest of dense@1");
  }

  /** A damaged part whose manifest matches it: only the content can reveal the damage. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0:58:found the bytes 58494c42 at the start",
        "4:02:found format version 2, this program reads 1 to 1",
        "6:02:found content 2, expected 1",
        "7:09:found element type 9",
        "8:0a:found a matrix of 10 x 3 elements of 8 bytes in a file of 248 bytes",
        "15:ff:found a matrix of -"
      })
  void badHeadersAreNamed(String damage) throws Exception {
    String[] fields = damage.split(":", 3);
    Path alpha = directory(dense).resolve("alpha.matrix");
    byte[] bytes = Files.readAllBytes(alpha);
    bytes[Integer.parseInt(fields[0])] = (byte) Integer.parseInt(fields[1], 16);
    Files.write(alpha, bytes);
    resign(bytes);
    assertThatThrownBy(() -> store.load(dense))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageContaining("alpha.matrix: " + fields[2]);
  }

  private void resign(byte[] alpha) throws IOException {
    Manifest manifest = store.manifest(dense);
    MessageDigest digest = Sha256.digest();
    digest.update(alpha);
    String sha256 = Sha256.hex(digest);
    List<Manifest.Part> parts =
        manifest.parts().stream()
            .map(
                part ->
                    part.file().equals("alpha.matrix")
                        ? new Manifest.Part(part.file(), part.mediaType(), part.size(), sha256)
                        : part)
            .toList();
    Files.delete(directory(dense).resolve("manifest.json"));
    ManifestFile.write(
        FileSystem.getLocalFileSystem(),
        new org.apache.flink.core.fs.Path(directory(dense).toUri()),
        new Manifest(
            1,
            manifest.modelType(),
            manifest.name(),
            manifest.version(),
            manifest.runId(),
            manifest.created(),
            manifest.summary(),
            parts));
  }

  @Test
  void theManifestEndsWithItsOwnHash() throws IOException {
    byte[] text = Files.readAllBytes(directory(dense).resolve("manifest.json"));
    String string = new String(text, StandardCharsets.UTF_8);
    int at = string.indexOf("  \"manifestSha256\"");
    MessageDigest digest = Sha256.digest();
    digest.update(string.substring(0, at).getBytes(StandardCharsets.UTF_8));
    assertThat(string.substring(at)).contains(Sha256.hex(digest));
  }
}
