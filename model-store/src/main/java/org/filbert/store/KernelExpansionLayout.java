package org.filbert.store;

import java.io.IOException;
import org.filbert.kernel.Kernel;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;

/** Parts {@code kernel}, {@code centres} and {@code alpha}. */
final class KernelExpansionLayout implements ModelLayout {
  @Override
  public String type() {
    return "kernel-expansion";
  }

  @Override
  public boolean holds(Model model) {
    return model instanceof KernelExpansion;
  }

  @Override
  public Manifest.Summary summary(Model model) {
    KernelExpansion expansion = (KernelExpansion) model;
    return new Manifest.Summary(
        expansion.centres().count(),
        expansion.features(),
        expansion.columns(),
        expansion.kernel().toString());
  }

  @Override
  public void write(Model model, PartWriter parts) throws IOException {
    KernelExpansion expansion = (KernelExpansion) model;
    parts.object("kernel", expansion.kernel());
    parts.rows("centres", expansion.centres());
    parts.matrix("alpha", expansion.alpha());
  }

  @Override
  public Model read(PartReader parts) throws IOException {
    return new KernelExpansion(
        parts.object("kernel", Kernel.class), parts.rows("centres"), parts.matrix("alpha"));
  }
}
