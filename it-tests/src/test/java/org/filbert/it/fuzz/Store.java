package org.filbert.it.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.Path;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.model.TrainedModel;
import org.filbert.store.Manifest;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;

/**
 * A store in memory with every kind of model, whose files can be changed so that checksums match.
 */
final class Store {
  private static final String MANIFEST = "manifest.json";
  static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private static final AtomicInteger STORES = new AtomicInteger();
  private static final Backend BACKEND = Backends.choose("java", "plain");

  /** A file of a version, and its manifest around size and checksum. */
  record Part(ModelVersion version, Path file, byte[] content, String[] manifest, byte[] signed) {
    void write(byte[] changed) {
      MemoryFiles.put(file, changed);
      sign(
          file.getParent(),
          manifest[0] + changed.length + manifest[1] + sha256(changed) + manifest[2]);
    }

    /** As it was. */
    void restore() {
      MemoryFiles.put(file, content);
      MemoryFiles.put(new Path(file.getParent(), MANIFEST), signed);
    }
  }

  final ModelStore models;
  final Map<String, ModelVersion> versions = new TreeMap<>();
  private final Path root;

  Store() throws IOException {
    root = new Path("memory:/store" + STORES.incrementAndGet());
    models = ModelStore.open(root);
    for (Map.Entry<String, TrainedModel> model : SmallModels.all().entrySet()) {
      versions.put(model.getKey(), models.publish(model.getKey(), "run", NOON, model.getValue()));
    }
  }

  Path directory(ModelVersion version) {
    return new Path(new Path(root, version.name()), "%06d".formatted(version.number()));
  }

  /** All files but the manifests. */
  List<Part> parts() throws IOException {
    List<Part> parts = new ArrayList<>();
    for (ModelVersion version : versions.values()) {
      String body = manifest(version);
      for (Manifest.Part part : models.manifest(version).parts()) {
        Matcher matcher =
            Pattern.compile(
                    "\"file\" : \"%s\",.*?\"size\" : (\\d+),.*?\"sha256\" : \"([0-9a-f]{64})"
                        .formatted(Pattern.quote(part.file())),
                    Pattern.DOTALL)
                .matcher(body);
        if (!matcher.find()) {
          throw new AssertionError(body);
        }
        Path file = new Path(directory(version), part.file());
        String[] pieces = {
          body.substring(0, matcher.start(1)),
          body.substring(matcher.end(1), matcher.start(2)),
          body.substring(matcher.end(2))
        };
        parts.add(
            new Part(
                version,
                file,
                MemoryFiles.get(file),
                pieces,
                MemoryFiles.get(new Path(directory(version), MANIFEST))));
      }
    }
    return parts;
  }

  /** The manifest without the line of its checksum. */
  String manifest(ModelVersion version) {
    String text =
        new String(MemoryFiles.get(new Path(directory(version), MANIFEST)), StandardCharsets.UTF_8);
    return text.substring(0, text.indexOf("  \"manifestSha256\""));
  }

  static void sign(Path directory, String body) {
    byte[] text = body.getBytes(StandardCharsets.UTF_8);
    String end = "  \"manifestSha256\" : \"" + sha256(text) + "\"\n}\n";
    MemoryFiles.put(new Path(directory, MANIFEST), (body + end).getBytes(StandardCharsets.UTF_8));
  }

  /** Loads a model and scores with it. */
  TrainedModel use(ModelVersion version) throws IOException {
    TrainedModel model = models.load(version);
    try (Matrix scores = model.scores(SmallModels.records(model), BACKEND)) {
      if (scores.rows() != 2 || scores.cols() != model.outputs().columns()) {
        throw new AssertionError("found scores of " + scores);
      }
    }
    return model;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
