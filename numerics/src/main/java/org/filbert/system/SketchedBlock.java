package org.filbert.system;

import java.util.List;
import org.filbert.linalg.ConjugateGradients;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.SpdFactor;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * A block's equations (S + ridge·I)·d = g by conjugate gradients, without S: all workers multiply
 * by it, the block's home preconditions by a {@link BlockSketch}, vectors of b×k numbers go round
 * by way of the driver.
 *
 * @param products with S
 */
record SketchedBlock(Vectors vectors, int block, Products products) {
  /** Relative residual of every right-hand side; what is left is the next epoch's. */
  static final double TOLERANCE = 1e-6;

  static final int ITERATIONS = 500;

  /** Iterations that plans reckon with. */
  static final int EXPECTED = 40;

  /** S·x for a matrix of any number of columns. */
  interface Products {
    /**
     * The product.
     *
     * @param x Ω of {@link BlockSketch#test} if null
     */
    Matrix times(@Nullable Matrix x);
  }

  /** (S + ridge·I)⁻¹·g, and 0 in the columns of ridges that are not active. */
  Matrix solve(Matrix g, List<Integer> active) {
    workers().at(home(), new SketchTasks.Meet(block, g));
    Matrix d = new PerRidge(ridges(), g.cols()).active(g, active);
    SpdFactor.Solution solution =
        new ConjugateGradients(this::multiply, this::precondition, d, TOLERANCE, ITERATIONS)
            .solve();
    if (!(solution.residual() <= TOLERANCE)) {
      workers()
          .at(home(), new SketchTasks.Unsolved(block, solution.iterations(), solution.residual()));
    }
    return d;
  }

  private void multiply(Matrix x, Matrix y) {
    try (Matrix product = products.times(x)) {
      y.assign(product);
    }
    ColumnArithmetic.add(y, new PerRidge(ridges(), x.cols()).ofColumns(), x);
  }

  private void precondition(Matrix r, Matrix z) {
    SketchTasks.Precondition task = new SketchTasks.Precondition(block, r);
    Matrix found = workers().at(home(), task).z();
    while (found == null) { // at first, or if a failure has lost the sketch
      workers().at(home(), new SketchTasks.Take(block, products.times(null)));
      found = workers().at(home(), task).z();
    }
    z.assign(found);
  }

  private Workers workers() {
    return vectors.workers();
  }

  private List<Double> ridges() {
    return vectors.shared().ridges();
  }

  private int home() {
    return vectors.shared().blocks().home(block);
  }
}
