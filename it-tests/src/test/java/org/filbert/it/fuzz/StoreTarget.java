package org.filbert.it.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.Path;
import org.filbert.store.ModelStoreException;
import org.filbert.store.ModelVersion;

/** Files of a model store, with checksums that match. */
abstract class StoreTarget implements Target {
  @Override
  public boolean documents(Exception exception) {
    return exception instanceof ModelStoreException;
  }

  /** A part of a model; the first byte says which. The model is loaded and used. */
  static final class Parts extends StoreTarget {
    @Override
    public String name() {
      return "store: parts";
    }

    @Override
    public List<byte[]> seeds() {
      try {
        List<byte[]> seeds = new ArrayList<>();
        for (Store.Part part : new Store().parts()) {
          ByteArrayOutputStream seed = new ByteArrayOutputStream();
          seed.write(seeds.size());
          seed.writeBytes(part.content());
          seeds.add(seed.toByteArray());
        }
        return seeds;
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public List<String> tokens() {
      return List.of("FILB", "\u0001", "\u0002", "\u0016", "\u0003", "null", "\u0000");
    }

    @Override
    public Reader open() throws IOException {
      Store store = new Store();
      List<Store.Part> parts = store.parts();
      return input -> {
        int which = input.length == 0 ? 0 : Byte.toUnsignedInt(input[0]) % parts.size();
        Store.Part part = parts.get(which);
        byte[] content = new byte[Math.max(0, input.length - 1)];
        System.arraycopy(input, Math.min(1, input.length), content, 0, content.length);
        try {
          part.write(content);
          return store.use(part.version());
        } finally {
          part.restore();
        }
      };
    }
  }

  /** A manifest. Whatever it is, the model can be published again, and others be used. */
  static final class Manifests extends StoreTarget {
    @Override
    public String name() {
      return "store: manifests";
    }

    @Override
    public List<byte[]> seeds() {
      try {
        Store store = new Store();
        return store.versions.values().stream()
            .limit(1)
            .map(version -> store.manifest(version).getBytes(StandardCharsets.UTF_8))
            .toList();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public List<String> tokens() {
      return List.of(
          "null",
          "{",
          "[",
          "}",
          "]",
          "\"",
          ",",
          ":",
          "\"runId\"",
          "\"name\" : null",
          "\"parts\" : []",
          "\"file\" : \"../../x\"",
          "\"formatVersion\" : 1",
          "true",
          "\\ud800",
          "1.5",
          "\u0000");
    }

    @Override
    public Reader open() throws IOException {
      Store store = new Store();
      ModelVersion version = store.versions.values().iterator().next();
      Path directory = store.directory(version);
      Path manifest = new Path(directory, "manifest.json");
      byte[] good = MemoryFiles.get(manifest);
      return input -> {
        try {
          Store.sign(directory, new String(input, StandardCharsets.UTF_8));
          if (input.length % 8 == 0) { // all read the manifest first, in the same way
            store.models.verify(version);
            store.models.provenance(version);
          }
          if (input.length % 32 == 0) {
            publish(store, version);
          }
          return store.use(version);
        } finally {
          MemoryFiles.put(manifest, good);
        }
      };
    }

    private static void publish(Store store, ModelVersion version) throws IOException {
      ModelVersion next =
          store.models.publish(
              version.name(), "next", Store.NOON, SmallModels.all().get(version.name()));
      if (next.number() == version.number()) {
        return; // it says that it is of the next run
      }
      if (!store.models.latest(version.name()).equals(next)) {
        throw new AssertionError("published " + next + ", which is not the latest");
      }
      store.use(next);
      new MemoryFiles().delete(store.directory(next), true);
    }
  }
}
