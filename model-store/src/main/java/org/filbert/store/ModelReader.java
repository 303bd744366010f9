package org.filbert.store;

import java.io.IOException;
import org.filbert.calibration.Calibration;
import org.filbert.data.Outputs;
import org.filbert.model.Provenance;
import org.filbert.model.RowEncoder;
import org.filbert.model.TrainedModel;

/** Reads a version of a model. It needs no class of Flink. */
record ModelReader(VersionFiles files, ModelVersion version) {
  static final String PREPROCESSING = "preprocessing";
  static final String OUTPUTS = "outputs";
  static final String CALIBRATION = "calibration";
  static final String PROVENANCE = "provenance";

  Manifest manifest() throws IOException {
    Manifest manifest = ManifestReader.read(files);
    if (!manifest.name().equals(version.name()) || manifest.version() != version.number()) {
      throw new ModelStoreException(
          "%s: found the manifest of %s@%s"
              .formatted(files.place(), manifest.name(), manifest.version()));
    }
    return manifest;
  }

  TrainedModel model() throws IOException {
    Manifest manifest = manifest();
    PartReader parts = new PartReader(files, manifest);
    try {
      return new TrainedModel(
          parts.object(PREPROCESSING, RowEncoder.class),
          parts.object(OUTPUTS, Outputs.class),
          ModelLayout.of(manifest.modelType()).reading().read(parts),
          parts.json(PROVENANCE, Provenance.class),
          parts.has(CALIBRATION) ? parts.object(CALIBRATION, Calibration.class) : null);
    } catch (RuntimeException e) {
      throw new ModelStoreException(
          files.place() + ": parts that do not fit: " + e.getMessage(), e);
    }
  }

  RowEncoder preprocessing() throws IOException {
    return new PartReader(files, manifest()).object(PREPROCESSING, RowEncoder.class);
  }

  Outputs outputs() throws IOException {
    return new PartReader(files, manifest()).object(OUTPUTS, Outputs.class);
  }

  Provenance provenance() throws IOException {
    return new PartReader(files, manifest()).json(PROVENANCE, Provenance.class);
  }
}
