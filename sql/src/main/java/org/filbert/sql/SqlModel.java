package org.filbert.sql;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.apache.flink.core.fs.Path;
import org.filbert.connectors.file.Location;
import org.filbert.model.TrainedModel;
import org.jspecify.annotations.Nullable;

/**
 * A SQL model over a stored one.
 *
 * @param store root of the model store, a path or URI
 * @param pinned number of the version; null for the newest
 * @param reload time between two looks for a newer version
 * @param batchSize most rows of a batch
 * @param batchWait longest time that a row waits for others
 * @param outputs columns that are predicted
 * @param interval probability that a number lies within its interval
 */
record SqlModel(
    String store,
    String name,
    @Nullable Integer pinned,
    Duration reload,
    int batchSize,
    Duration batchWait,
    InputColumns inputs,
    List<OutputColumn> outputs,
    double interval)
    implements Serializable {

  /** Root of the model store. */
  Path root() {
    return Location.of(store);
  }

  /**
   * Compares the columns with a stored model.
   *
   * @throws IllegalArgumentException saying what does not fit
   */
  void check(TrainedModel model) {
    inputs.reader(model.preprocessing());
    for (OutputColumn output : outputs) {
      output.value().check(output, model, interval);
    }
  }
}
