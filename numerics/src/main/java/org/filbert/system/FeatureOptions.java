package org.filbert.system;

import java.util.List;
import java.util.Optional;
import org.filbert.features.FeatureMap;
import org.filbert.features.Hashing;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Linear;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.Model;
import org.filbert.model.RandomFeatures;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * Random features z of the kernel: (ZᵀWZ + ridge·I)·w = ZᵀWY.
 *
 * @param features their number p
 * @param map what makes them; fourier if absent
 * @param form what Fourier features are; cosine if absent
 */
public record FeatureOptions(int features, Optional<MapKind> map, Optional<RandomFourier.Form> form)
    implements SystemOptions {
  private static final long FREQUENCY_BYTES = 256L << 20;

  /** What makes random features. */
  public enum MapKind {
    /** Waves of random frequencies. */
    FOURIER,
    /** The inputs, added up in columns by a hash; for the linear kernel. */
    HASHING
  }

  public FeatureOptions {
    if (features < 1) {
      throw new IllegalArgumentException("features is " + features + ", must be at least 1");
    }
    if (form.isPresent() && map.orElse(MapKind.FOURIER) != MapKind.FOURIER) {
      throw new IllegalArgumentException("form is given, which only map: fourier has");
    }
  }

  private FeatureMap map(SystemSettings settings, Prepared prepared) {
    return map.orElse(MapKind.FOURIER) == MapKind.FOURIER
        ? new RandomFourier(
            settings.kernel(),
            prepared.features(),
            features,
            settings.seed(),
            form.orElse(RandomFourier.Form.COSINE))
        : new Hashing(prepared.features(), features, settings.seed());
  }

  @Override
  public KernelSystem begin(SystemSettings settings, Prepared prepared, Workers workers) {
    return open(settings, prepared, blocks(settings, prepared), workers)
        .begin(new ColumnSource.Features(map(settings, prepared)), new long[0]);
  }

  @Override
  public Blocks blocks(SystemSettings settings, Prepared prepared) {
    return Blocks.ofColumns(settings.blockSize(), features, prepared.shardRows().size());
  }

  @Override
  public ColumnSystem open(
      SystemSettings settings, Prepared prepared, Blocks blocks, Workers workers) {
    FeatureMap map = map(settings, prepared);
    return new ColumnSystem(
        Shared.of(
            settings,
            prepared,
            blocks,
            settings.precision(),
            Factors.precision(settings.precision(), blocks)),
        new ColumnSystem.Columns() {
          @Override
          public Model model(Vectors vectors) {
            return new RandomFeatures(map, settings.precision(), inOrder(vectors));
          }

          @Override
          public RowBatches batches(Vectors vectors) {
            return new ColumnBatches(vectors, prepared.shardRows());
          }
        },
        workers);
  }

  /** w in the order of its columns. */
  private static Matrix inOrder(Vectors vectors) {
    Blocks blocks = vectors.shared().blocks();
    List<ModelTasks.Kept> kept = vectors.kept();
    Matrix w = Matrix.zeros(Precision.DOUBLE, (int) blocks.unknowns(), kept.get(0).u().cols());
    int at = 0;
    for (int block = 0; block < blocks.count(); block++) {
      int home = blocks.home(block);
      int from = blocks.from(home, block);
      int size = blocks.size(block);
      w.rows(at, at + size).assign(kept.get(home).u().rows(from, from + size));
      at += size;
    }
    return w;
  }

  @Override
  public Task<Double> timing(SystemSettings settings, Prepared prepared) {
    int columns = prepared.columns() * settings.ridge().values().size();
    return new EntryTiming(
        settings.kernel(), map(settings, prepared), settings.precision(), columns);
  }

  @Override
  public int passes() {
    return 2;
  }

  @Override
  public int largestBlock() {
    return features;
  }

  @Override
  public int directions() {
    return ColumnSystem.DIRECTIONS;
  }

  @Override
  public void check(Kernel kernel, int blockSize) {
    if (blockSize > features) {
      throw new IllegalArgumentException(
          "solver.blockSize is %d, must be at most the number of features, %d"
              .formatted(blockSize, features));
    }
    if (map.orElse(MapKind.FOURIER) == MapKind.HASHING && !(kernel instanceof Linear)) {
      throw new IllegalArgumentException(
          "system.map is hashing, which needs kernel: {type: linear}");
    }
  }

  @Override
  public long leastBytes(SystemSettings settings) {
    return ColumnPlan.leastBytes(settings, settings.precision());
  }

  @Override
  public Plan plan(SystemSettings settings, Prepared prepared) {
    long frequencies =
        map.orElse(MapKind.FOURIER) == MapKind.FOURIER
            ? Math.min(
                FREQUENCY_BYTES,
                (long) features * prepared.features() * settings.precision().bytes())
            : 0;
    return new ColumnPlan(settings, prepared, blocks(settings, prepared), settings.precision())
        .plan(new Plan.Item("frequencies", frequencies), 0);
  }
}
