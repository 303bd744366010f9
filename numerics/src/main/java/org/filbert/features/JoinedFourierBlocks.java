package org.filbert.features;

import java.util.ArrayList;
import java.util.List;
import org.filbert.data.Rows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/** The blocks of each map, in its own columns. */
final class JoinedFourierBlocks implements BlockSource {
  private final List<RandomFourier> maps;
  private final List<FourierBlocks> blocks = new ArrayList<>();

  /**
   * @param budget bytes of generated frequencies that may be kept, all maps together
   */
  JoinedFourierBlocks(JoinedFourier map, Precision precision, Backend backend, long budget) {
    this.maps = map.maps();
    for (RandomFourier each : maps) {
      blocks.add(new FourierBlocks(each, each.outputs(), precision, backend, budget / maps.size()));
    }
  }

  @Override
  public void fill(Rows rows, int from, int to, Matrix out) {
    int first = 0;
    for (int i = 0; i < maps.size(); i++) {
      int end = first + maps.get(i).outputs();
      int start = Math.max(from, first);
      int stop = Math.min(to, end);
      if (start < stop) {
        blocks
            .get(i)
            .fill(rows, start - first, stop - first, out.columns(start - from, stop - from));
      }
      first = end;
    }
  }

  @Override
  public void close() {
    blocks.forEach(FourierBlocks::close);
  }
}
