package org.filbert.store;

import java.io.IOException;
import java.time.Instant;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.filbert.calibration.Calibration;
import org.filbert.model.Outputs;
import org.filbert.model.Provenance;
import org.filbert.model.RowEncoder;
import org.filbert.model.TrainedModel;

/** Writes and reads the parts of a model in the directory of its version. */
record ModelParts(FileSystem files, Path directory) {
  private static final String PREPROCESSING = "preprocessing";
  private static final String OUTPUTS = "outputs";
  private static final String CALIBRATION = "calibration";
  private static final String PROVENANCE = "provenance";

  /** Writes all parts. The version is complete once its manifest is written too. */
  Manifest write(ModelVersion version, String runId, Instant created, TrainedModel model)
      throws IOException {
    ModelLayout<?> layout = ModelLayout.of(model.model());
    PartWriter parts = new PartWriter(files, directory);
    parts.object(PREPROCESSING, model.preprocessing());
    parts.object(OUTPUTS, model.outputs());
    layout.write(model.model(), parts);
    if (model.calibration() != null) {
      parts.object(CALIBRATION, model.calibration());
    }
    parts.json(PROVENANCE, model.provenance());
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

  TrainedModel read(Manifest manifest) throws IOException {
    PartReader parts = new PartReader(files, directory, manifest);
    try {
      return new TrainedModel(
          parts.object(PREPROCESSING, RowEncoder.class),
          parts.object(OUTPUTS, Outputs.class),
          ModelLayout.of(manifest.modelType()).reading().read(parts),
          parts.json(PROVENANCE, Provenance.class),
          parts.has(CALIBRATION) ? parts.object(CALIBRATION, Calibration.class) : null);
    } catch (RuntimeException e) {
      throw new ModelStoreException(directory + ": parts that do not fit: " + e.getMessage(), e);
    }
  }

  Provenance provenance(Manifest manifest) throws IOException {
    return new PartReader(files, directory, manifest).json(PROVENANCE, Provenance.class);
  }
}
