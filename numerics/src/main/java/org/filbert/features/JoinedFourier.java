package org.filbert.features;

import java.util.List;
import org.filbert.data.RefusedException;

/**
 * The columns of several maps of random Fourier features of the same inputs, side by side. The
 * inner products are the sums of the maps' kernels.
 *
 * @param maps one or more
 */
public record JoinedFourier(List<RandomFourier> maps) implements FeatureMap {
  public JoinedFourier {
    maps = List.copyOf(maps);
    if (maps.isEmpty()) {
      throw new RefusedException("found no maps of random Fourier features, at least 1 is needed");
    }
    int inputs = maps.get(0).inputs();
    long outputs = 0;
    for (RandomFourier map : maps) {
      if (map.inputs() != inputs) {
        throw new RefusedException(
            "found maps of %s and %s inputs, must be as many".formatted(inputs, map.inputs()));
      }
      outputs += map.outputs();
    }
    if (outputs > Integer.MAX_VALUE) {
      throw new RefusedException(
          "found %s random Fourier features, allowed up to %s"
              .formatted(outputs, Integer.MAX_VALUE));
    }
  }

  @Override
  public int inputs() {
    return maps.get(0).inputs();
  }

  @Override
  public int outputs() {
    return maps.stream().mapToInt(RandomFourier::outputs).sum();
  }
}
