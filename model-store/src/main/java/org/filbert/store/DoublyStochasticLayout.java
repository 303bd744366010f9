package org.filbert.store;

import java.io.IOException;
import org.filbert.features.RandomFourier;
import org.filbert.linalg.Precision;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.Model;

/**
 * Parts {@code map}, {@code precision}, {@code blocks} and {@code a}. The frequencies of all blocks
 * are regenerated from the seed.
 */
final class DoublyStochasticLayout implements ModelLayout {
  @Override
  public String type() {
    return "doubly-stochastic";
  }

  @Override
  public boolean holds(Model model) {
    return model instanceof DoublyStochastic;
  }

  @Override
  public Manifest.Summary summary(Model model) {
    DoublyStochastic series = (DoublyStochastic) model;
    return new Manifest.Summary(
        series.a().rows(), series.features(), series.columns(), series.map().kernel().toString());
  }

  @Override
  public void write(Model model, PartWriter parts) throws IOException {
    DoublyStochastic series = (DoublyStochastic) model;
    parts.object("map", series.map());
    parts.object("precision", series.precision());
    parts.object("blocks", series.blocks());
    parts.matrix("a", series.a());
  }

  @Override
  public Model read(PartReader parts) throws IOException {
    return new DoublyStochastic(
        parts.object("map", RandomFourier.class),
        parts.object("precision", Precision.class),
        parts.object("blocks", int[].class),
        parts.matrix("a"));
  }
}
