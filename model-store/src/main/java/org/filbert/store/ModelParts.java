package org.filbert.store;

import java.io.IOException;
import java.time.Instant;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.filbert.model.TrainedModel;

/** Writes the parts of a model into the directory of its version. */
record ModelParts(FileSystem files, Path directory) {

  /** Writes all parts. The version is complete once its manifest is written too. */
  Manifest write(ModelVersion version, String runId, Instant created, TrainedModel model)
      throws IOException {
    ModelLayout<?> layout = ModelLayout.of(model.model());
    PartWriter parts = new PartWriter(files, directory);
    parts.object(ModelReader.PREPROCESSING, model.preprocessing());
    parts.object(ModelReader.OUTPUTS, model.outputs());
    layout.write(model.model(), parts);
    if (model.calibration() != null) {
      parts.object(ModelReader.CALIBRATION, model.calibration());
    }
    parts.json(ModelReader.PROVENANCE, model.provenance());
    return new Manifest(
        Manifest.FORMAT_VERSION,
        layout.type(),
        version.name(),
        version.number(),
        runId,
        created.toString(),
        layout.summary(model.model()),
        parts.parts());
  }
}
