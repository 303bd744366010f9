package org.filbert.store;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.filbert.features.FeatureMap;
import org.filbert.features.RandomBinning;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Precision;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;

/**
 * Maps the models of one type to parts. Maps of features are stored as their seeds.
 *
 * @param type name of the type in manifests; it never changes
 * @param kind class of the models
 * @param size number of centres, features or bins
 * @param kernel text for lists of models
 */
record ModelLayout<M extends Model>(
    String type,
    Class<M> kind,
    Function<M, Integer> size,
    Function<M, Object> kernel,
    Writing<M> writing,
    Reading<M> reading) {
  private static final List<ModelLayout<?>> ALL =
      List.of(
          new ModelLayout<>(
              "kernel-expansion",
              KernelExpansion.class,
              model -> model.centres().count(),
              KernelExpansion::kernel,
              (model, parts) -> {
                parts.object("kernel", model.kernel());
                parts.rows("centres", model.centres());
                parts.matrix("alpha", model.alpha());
              },
              parts ->
                  new KernelExpansion(
                      parts.object("kernel", Kernel.class),
                      parts.rows("centres"),
                      parts.matrix("alpha"))),
          new ModelLayout<>(
              "random-features",
              RandomFeatures.class,
              model -> model.map().outputs(),
              RandomFeatures::map,
              (model, parts) -> {
                parts.object("map", model.map());
                parts.object("precision", model.precision());
                parts.matrix("w", model.w());
              },
              parts ->
                  new RandomFeatures(
                      parts.object("map", FeatureMap.class),
                      parts.object("precision", Precision.class),
                      parts.matrix("w"))),
          new ModelLayout<>(
              "random-bins",
              RandomBins.class,
              model -> model.w().rows(),
              RandomBins::map,
              (model, parts) -> {
                parts.object("map", model.map());
                parts.object("names", model.names());
                parts.object("starts", model.starts());
                parts.matrix("w", model.w());
              },
              parts ->
                  new RandomBins(
                      parts.object("map", RandomBinning.class),
                      parts.object("names", long[].class),
                      parts.object("starts", int[].class),
                      parts.matrix("w"))),
          new ModelLayout<>(
              "doubly-stochastic",
              DoublyStochastic.class,
              model -> model.a().rows(),
              model -> model.map().kernel(),
              (model, parts) -> {
                parts.object("map", model.map());
                parts.object("precision", model.precision());
                parts.object("blocks", model.blocks());
                parts.matrix("a", model.a());
              },
              parts ->
                  new DoublyStochastic(
                      parts.object("map", RandomFourier.class),
                      parts.object("precision", Precision.class),
                      parts.object("blocks", int[].class),
                      parts.matrix("a"))));

  /** Writes the parts of a model. */
  interface Writing<M> {
    void write(M model, PartWriter parts) throws IOException;
  }

  /** Makes a model of its parts. */
  interface Reading<M> {
    M read(PartReader parts) throws IOException;
  }

  Manifest.Summary summary(Model model) {
    M own = kind.cast(model);
    return new Manifest.Summary(
        size.apply(own), model.features(), model.columns(), kernel.apply(own).toString());
  }

  void write(Model model, PartWriter parts) throws IOException {
    writing.write(kind.cast(model), parts);
  }

  static ModelLayout<?> of(Model model) {
    return ALL.stream().filter(layout -> layout.kind.isInstance(model)).findFirst().orElseThrow();
  }

  static ModelLayout<?> of(String type) throws ModelStoreException {
    return ALL.stream()
        .filter(layout -> layout.type.equals(type))
        .findFirst()
        .orElseThrow(
            () ->
                new ModelStoreException(
                    "found model type %s, this program reads %s"
                        .formatted(type, ALL.stream().map(ModelLayout::type).toList())));
  }
}
