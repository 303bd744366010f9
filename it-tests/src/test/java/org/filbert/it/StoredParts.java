package org.filbert.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.filbert.store.Manifest;
import org.filbert.store.ModelStore;

/** What of stored models is compared. */
public final class StoredParts {
  private StoredParts() {}

  /** SHA-256 of all parts of the newest version of a model except its provenance. */
  public static Map<String, String> of(Path store, String model) throws IOException {
    ModelStore opened = ModelStore.open(new org.apache.flink.core.fs.Path(store.toString()));
    return opened.manifest(opened.latest(model)).parts().stream()
        .filter(part -> !part.file().equals("provenance.json"))
        .collect(Collectors.toMap(Manifest.Part::file, Manifest.Part::sha256));
  }
}
