package org.filbert.system;

import org.filbert.features.FeatureMap;
import org.filbert.features.GaussianSketch;
import org.filbert.features.HadamardSketch;
import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.workers.Workers;

/**
 * Random features in several levels: s₁ features of the kernel, s₂ columns that a Hadamard
 * transform makes of them, s₃ columns that a gaussian matrix makes of those. A level that would not
 * make them fewer is left out. They are for preconditioners: Avron, Clarkson, Woodruff, Algorithm
 * 2.
 *
 * @param features the first level
 * @param hadamard s₂
 * @param columns s₃
 */
public record SketchedFeatures(FeatureOptions features, int hadamard, int columns)
    implements Columns {
  @Override
  public SketchedFeatures withColumns(int number) {
    return new SketchedFeatures(
        features.withColumns(Math.max(number, features.columns())),
        Math.max(number, hadamard),
        number);
  }

  private FeatureMap map(SystemSettings settings, Prepared prepared) {
    FeatureMap map = features.map(settings, prepared);
    if (hadamard < map.outputs()) {
      map = new HadamardSketch(map, hadamard, settings.seed());
    }
    return columns < map.outputs() ? new GaussianSketch(map, columns, settings.seed()) : map;
  }

  @Override
  public Blocks blocks(SystemSettings settings, Prepared prepared) {
    return Blocks.ofColumns(settings.blockSize(), columns, prepared.shardRows().size());
  }

  @Override
  public ColumnSystem begin(
      SystemSettings settings, Prepared prepared, Workers workers, Precision elements) {
    return open(settings, prepared, blocks(settings, prepared), workers, elements)
        .begin(new ColumnSource.Features(map(settings, prepared)), new long[0]);
  }

  @Override
  public ColumnSystem open(
      SystemSettings settings,
      Prepared prepared,
      Blocks blocks,
      Workers workers,
      Precision elements) {
    return FeatureOptions.open(
        map(settings, prepared), settings, prepared, blocks, workers, elements);
  }
}
