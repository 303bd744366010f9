package org.filbert.system;

import org.filbert.features.FeatureMap;
import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.ColumnSource;
import org.filbert.system.equations.Factors;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.SystemSettings;
import org.filbert.workers.Workers;

/** Columns Z = z(X) of a feature map. */
interface FeatureColumns extends LowRankFactor {
  FeatureMap map(SystemSettings settings, Prepared prepared);

  @Override
  default ColumnSystem begin(
      SystemSettings settings, Prepared prepared, Workers workers, Precision elements) {
    return open(settings, prepared, blocks(settings, prepared), workers, elements)
        .begin(new ColumnSource.Features(map(settings, prepared)), new long[0]);
  }

  /** The precision of the settings is that of the factors. */
  @Override
  default ColumnSystem open(
      SystemSettings settings,
      Prepared prepared,
      Blocks blocks,
      Workers workers,
      Precision elements) {
    Precision factors = Factors.precision(settings.precision(), blocks);
    return new FeatureSystem(
        Shared.of(settings, prepared, blocks, elements, factors),
        map(settings, prepared),
        prepared.shardRows(),
        workers);
  }
}
