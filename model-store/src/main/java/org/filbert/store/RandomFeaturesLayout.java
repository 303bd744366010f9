package org.filbert.store;

import java.io.IOException;
import org.filbert.features.FeatureMap;
import org.filbert.linalg.Precision;
import org.filbert.model.Model;
import org.filbert.model.RandomFeatures;

/** Parts {@code map}, {@code precision} and {@code w}. The seed regenerates the features. */
final class RandomFeaturesLayout implements ModelLayout {
  @Override
  public String type() {
    return "random-features";
  }

  @Override
  public boolean holds(Model model) {
    return model instanceof RandomFeatures;
  }

  @Override
  public Manifest.Summary summary(Model model) {
    RandomFeatures features = (RandomFeatures) model;
    return new Manifest.Summary(
        features.map().outputs(),
        features.features(),
        features.columns(),
        features.map().toString());
  }

  @Override
  public void write(Model model, PartWriter parts) throws IOException {
    RandomFeatures features = (RandomFeatures) model;
    parts.object("map", features.map());
    parts.object("precision", features.precision());
    parts.matrix("w", features.w());
  }

  @Override
  public Model read(PartReader parts) throws IOException {
    return new RandomFeatures(
        parts.object("map", FeatureMap.class),
        parts.object("precision", Precision.class),
        parts.matrix("w"));
  }
}
