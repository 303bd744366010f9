package org.filbert.store;

import java.io.IOException;
import java.util.List;
import org.filbert.model.Model;

/** Maps the models of one type to parts. */
interface ModelLayout {
  List<ModelLayout> ALL =
      List.of(
          new KernelExpansionLayout(),
          new RandomFeaturesLayout(),
          new RandomBinsLayout(),
          new DoublyStochasticLayout());

  /** The name of the type in manifests. It never changes. */
  String type();

  boolean holds(Model model);

  Manifest.Summary summary(Model model);

  void write(Model model, PartWriter parts) throws IOException;

  Model read(PartReader parts) throws IOException;

  static ModelLayout of(Model model) {
    return ALL.stream().filter(layout -> layout.holds(model)).findFirst().orElseThrow();
  }

  static ModelLayout of(String type) throws ModelStoreException {
    return ALL.stream()
        .filter(layout -> layout.type().equals(type))
        .findFirst()
        .orElseThrow(
            () ->
                new ModelStoreException(
                    "found model type %s, this program reads %s"
                        .formatted(type, ALL.stream().map(ModelLayout::type).toList())));
  }
}
