package org.filbert.system;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.filbert.features.FeatureMap;
import org.filbert.features.Hashing;
import org.filbert.features.JoinedFourier;
import org.filbert.features.RandomFourier;
import org.filbert.features.TensorSketch;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Polynomial;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.BlockNorms;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.internal.entries.BatchColumns;
import org.filbert.system.internal.entries.ColumnTasks;
import org.filbert.system.internal.entries.DenseColumns;
import org.filbert.system.internal.entries.EntryTiming;
import org.filbert.system.internal.entries.GramTasks;
import org.filbert.system.internal.entries.RowBatchTasks;
import org.filbert.workers.Task;

/**
 * Random features z(x) of the kernel: (Zᵀ·Z + ridge·I)·w = Zᵀ·Y, one weight w for each feature.
 *
 * @param features Number p of features.
 * @param map The feature map; {@code hashing} is for the linear kernel, {@code tensor-sketch} for
 *     the polynomial one. Default: {@code fourier}
 * @param form Fourier features: √(2/p)·cos(ωᵀx + β), or pairs cos, sin (p even). Default: {@code
 *     cosine}
 */
public record FeatureOptions(int features, Optional<MapKind> map, Optional<RandomFourier.Form> form)
    implements ColumnOptions, FeatureColumns {

  /** Kinds of feature maps. */
  public enum MapKind {
    /** Cosines of random frequencies. */
    FOURIER,
    /** Sums of inputs that a hash function assigns to columns; for the linear kernel. */
    HASHING,
    /** Sketches of tensor products of the inputs; for the polynomial kernel. */
    TENSOR_SKETCH
  }

  public FeatureOptions {
    if (features < 1) {
      throw new IllegalArgumentException("features is " + features + ", must be at least 1");
    }
    if (form.isPresent() && map.orElse(MapKind.FOURIER) != MapKind.FOURIER) {
      throw new IllegalArgumentException("form is given, which only map: fourier has");
    }
  }

  /** Features that approximate a kernel. */
  public static FeatureOptions of(Kernel kernel, int features) {
    MapKind kind =
        kernel instanceof Polynomial
            ? MapKind.TENSOR_SKETCH
            : kernel instanceof Linear ? MapKind.HASHING : MapKind.FOURIER;
    return new FeatureOptions(features, Optional.of(kind), Optional.empty());
  }

  @Override
  public FeatureMap map(SystemSettings settings, Prepared prepared) {
    Kernel kernel = settings.kernel();
    int inputs = prepared.features();
    long seed = settings.seed();
    return switch (mapKind()) {
      case FOURIER -> fourier(settings, inputs);
      case HASHING -> new Hashing(inputs, features, seed);
      case TENSOR_SKETCH -> new TensorSketch((Polynomial) kernel, inputs, features, seed);
    };
  }

  /** Features of its own for every member of an ensemble, side by side. */
  private FeatureMap fourier(SystemSettings settings, int inputs) {
    List<RandomFourier> maps =
        IntStream.range(0, settings.members())
            .mapToObj(
                member ->
                    new RandomFourier(
                        settings.kernel(),
                        inputs,
                        features,
                        member == 0
                            ? settings.seed()
                            : Draws.hash(settings.seed(), Purpose.MEMBER, member, 0),
                        form.orElse(RandomFourier.Form.COSINE)))
            .toList();
    return maps.size() == 1 ? maps.get(0) : new JoinedFourier(maps);
  }

  private MapKind mapKind() {
    return map.orElse(MapKind.FOURIER);
  }

  @Override
  public Class<FeatureSystem> kind() {
    return FeatureSystem.class;
  }

  @Override
  public Precision elements(SystemSettings settings) {
    return settings.precision();
  }

  @Override
  public int columns() {
    return features;
  }

  @Override
  public FeatureOptions withColumns(int number) {
    return new FeatureOptions(number, map, form);
  }

  @Override
  public Blocks blocks(SystemSettings settings, Prepared prepared) {
    return Blocks.ofColumns(
        settings.blockSize(),
        Math.multiplyExact(settings.members(), features),
        prepared.shardRows().size());
  }

  @Override
  public Task<Double> timing(SystemSettings settings, Prepared prepared) {
    int columns = settings.columns(prepared);
    return new EntryTiming(
        settings.kernel(), map(settings, prepared), settings.precision(), columns, false);
  }

  @Override
  public int directions() {
    return ColumnSystem.DIRECTIONS;
  }

  @Override
  public void check(Kernel kernel, Access access) {
    if (!access.whole() && access.blockSize() > features) {
      throw new IllegalArgumentException(
          "solver.blockSize is %s, must be at most the number of features, %s"
              .formatted(access.blockSize(), features));
    }
    switch (mapKind()) {
      case FOURIER -> {
        require(
            !(kernel instanceof Polynomial), "fourier, the polynomial kernel needs tensor-sketch");
        require(!(kernel instanceof Linear), "fourier, the linear kernel needs hashing");
        if (!SpectralKernel.drawable(kernel)) {
          throw new IllegalArgumentException(
              "system.map is fourier, which needs one of the kernels " + SpectralKernel.names());
        }
      }
      case HASHING ->
          require(kernel instanceof Linear, "hashing, which needs kernel: {type: linear}");
      case TENSOR_SKETCH ->
          require(
              kernel instanceof Polynomial,
              "tensor-sketch, which needs kernel: {type: polynomial}");
    }
  }

  @Override
  public void requireGradients(String wanted) {
    if (mapKind() != MapKind.FOURIER) {
      throw new IllegalArgumentException(
          wanted + ", which needs " + Differentiable.FACET.systems());
    }
  }

  @Override
  public void requireMembers(String wanted) {
    if (mapKind() != MapKind.FOURIER) {
      throw new IllegalArgumentException(
          "%s, which needs system.map: fourier, found %s"
              .formatted(wanted, mapKind().name().toLowerCase(Locale.ROOT).replace('_', '-')));
    }
  }

  private static void require(boolean fits, String problem) {
    if (!fits) {
      throw new IllegalArgumentException("system.map is " + problem);
    }
  }

  @Override
  public long leastBytes(SystemSettings settings) {
    return ColumnPlan.leastBytes(settings, settings.precision());
  }

  @Override
  public Plan plan(SystemSettings settings, Prepared prepared, Blocks blocks) {
    long frequencies =
        mapKind() == MapKind.FOURIER
            ? Math.min(
                DenseColumns.FREQUENCY_BYTES,
                blocks.unknowns() * prepared.features() * settings.precision().bytes())
            : 0;
    return new ColumnPlan(settings, prepared, blocks, settings.precision(), settings.precision())
        .plan(new Plan.Item("frequencies", frequencies), 0);
  }

  /** The registration of random features. */
  public static final class Type extends SystemType {
    public Type() {
      super(
          "random-features",
          FeatureOptions.class,
          SystemOnWorkers.messages(
              ColumnTasks.class,
              GramTasks.class,
              BlockNorms.class,
              RowBatchTasks.class,
              ColumnBatches.class,
              BatchColumns.class));
    }
  }
}
