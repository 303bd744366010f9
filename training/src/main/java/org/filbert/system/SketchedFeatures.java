package org.filbert.system;

import org.filbert.features.FeatureMap;
import org.filbert.features.GaussianSketch;
import org.filbert.features.HadamardSketch;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.SystemSettings;

/**
 * Random features in three levels: s₁ features of the kernel, which a Hadamard transform reduces to
 * s₂ columns, which a Gaussian matrix reduces to s₃ columns. A level that would not reduce them is
 * left out. They serve preconditioners: Avron, Clarkson, Woodruff, Algorithm 2.
 *
 * @param features the first level
 * @param hadamard s₂
 * @param columns s₃
 */
public record SketchedFeatures(FeatureOptions features, int hadamard, int columns)
    implements FeatureColumns {
  @Override
  public SketchedFeatures withColumns(int number) {
    return new SketchedFeatures(
        features.withColumns(Math.max(number, features.columns())),
        Math.max(number, hadamard),
        number);
  }

  @Override
  public FeatureMap map(SystemSettings settings, Prepared prepared) {
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
}
