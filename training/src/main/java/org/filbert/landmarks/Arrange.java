package org.filbert.landmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.Rows;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelBlocks;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * Orders rows so that similar ones stand together in groups of {@code size}, the last one smaller
 * perhaps. Half of the groups get the rows that are more like one row than like another one, and so
 * on within each half; the two are far apart: the one least like the first row, and the one least
 * like that.
 */
record Arrange(Kernel kernel, Rows rows, int size) implements Task<int[]> {
  @Override
  public int[] run(Worker worker) {
    List<Integer> order = IntStream.range(0, rows.count()).boxed().toList();
    try (KernelBlocks blocks = new KernelBlocks(kernel, Precision.DOUBLE, worker.backend())) {
      return arrange(order, blocks).stream().mapToInt(Integer::intValue).toArray();
    }
  }

  private List<Integer> arrange(List<Integer> members, KernelBlocks blocks) {
    if (members.size() <= size) {
      return members;
    }
    int groups = (members.size() - 1) / size + 1;
    int cut = groups / 2 * size;
    List<Integer> split = split(members, blocks);
    List<Integer> arranged = new ArrayList<>(arrange(split.subList(0, cut), blocks));
    arranged.addAll(arrange(split.subList(cut, split.size()), blocks));
    return arranged;
  }

  /** Sorts from the members most like one row to those most like the other. */
  private List<Integer> split(List<Integer> members, KernelBlocks blocks) {
    int[] places = members.stream().mapToInt(Integer::intValue).toArray();
    Rows own = rows.select(places);
    int one = least(similarities(own, 0, blocks));
    double[] toOne = similarities(own, one, blocks);
    double[] toOther = similarities(own, least(toOne), blocks);
    return IntStream.range(0, places.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> toOther[i] - toOne[i]))
        .map(members::get)
        .toList();
  }

  private static double[] similarities(Rows rows, int to, KernelBlocks blocks) {
    try (Matrix column = Matrix.zeros(Precision.DOUBLE, rows.count(), 1)) {
      blocks.fill(rows, rows.slice(to, to + 1), column);
      return column.toArray();
    }
  }

  private static int least(double[] values) {
    int least = 0;
    for (int i = 1; i < values.length; i++) {
      if (values[i] < values[least]) {
        least = i;
      }
    }
    return least;
  }
}
