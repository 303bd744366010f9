package org.filbert.kernel;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.Supplier;
import org.filbert.cost.Meter;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.OrderedTasks;
import org.filbert.linalg.Precision;
import org.filbert.linalg.TileProduct;

/**
 * Fills the lower triangles of kernel matrices, strip of rows by strip of rows, on several threads.
 * The bits are those of {@link KernelBlocks#fill} and do not depend on the threads.
 *
 * @param threads of this process that work, the caller's among them
 */
public record LowerTriangle(Kernel kernel, Precision precision, Backend backend, int threads) {
  /**
   * Computes those tiles of out (n × n) ← K(x, x) that reach into the lower triangle; the others
   * keep their contents.
   */
  public void fill(Rows x, Matrix out) {
    int n = x.count();
    if (out.rows() != n || out.cols() != n) {
      throw new IllegalArgumentException("the kernel matrix of " + n + " rows into " + out);
    }
    SharedCount count = new SharedCount(new DoubleAdder());
    Backend shared = backend.metered(count);
    int strips = (n + TileProduct.EDGE - 1) / TileProduct.EDGE;
    backend
        .meter()
        .run(
            Phase.KERNEL,
            () -> {
              // The longest strips first, so that threads end at about the same time.
              OrderedTasks.run(
                  threads, strips, (task, all) -> fill(strips - 1 - task, x, out, shared));
              backend.meter().count(count.flops.sum());
            });
  }

  private void fill(int strip, Rows x, Matrix out, Backend shared) {
    int from = strip * TileProduct.EDGE;
    int to = Math.min(from + TileProduct.EDGE, x.count());
    try (KernelBlocks blocks = new KernelBlocks(kernel, precision, shared)) {
      blocks.fill(x.slice(from, to), x.slice(0, to), out.rows(from, to).columns(0, to));
    }
  }

  /**
   * Counts the operations of several threads. They are whole numbers, so their sum does not depend
   * on the order.
   */
  private record SharedCount(DoubleAdder flops) implements Meter {
    @Override
    public <R> R get(Phase phase, Supplier<R> work) {
      return work.get();
    }

    @Override
    public void count(double operations) {
      flops.add(operations);
    }
  }
}
