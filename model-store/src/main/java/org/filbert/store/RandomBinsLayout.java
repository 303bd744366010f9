package org.filbert.store;

import java.io.IOException;
import org.filbert.features.RandomBinning;
import org.filbert.model.Model;
import org.filbert.model.RandomBins;

/**
 * Parts {@code map}, {@code names}, {@code starts} and {@code w}. The seed determines the grids.
 */
final class RandomBinsLayout implements ModelLayout {
  @Override
  public String type() {
    return "random-bins";
  }

  @Override
  public boolean holds(Model model) {
    return model instanceof RandomBins;
  }

  @Override
  public Manifest.Summary summary(Model model) {
    RandomBins bins = (RandomBins) model;
    return new Manifest.Summary(
        bins.w().rows(), bins.features(), bins.columns(), bins.map().toString());
  }

  @Override
  public void write(Model model, PartWriter parts) throws IOException {
    RandomBins bins = (RandomBins) model;
    parts.object("map", bins.map());
    parts.object("names", bins.names());
    parts.object("starts", bins.starts());
    parts.matrix("w", bins.w());
  }

  @Override
  public Model read(PartReader parts) throws IOException {
    return new RandomBins(
        parts.object("map", RandomBinning.class),
        parts.object("names", long[].class),
        parts.object("starts", int[].class),
        parts.matrix("w"));
  }
}
