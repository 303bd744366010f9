package org.filbert.system.equations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.filbert.data.RefusedException;
import org.filbert.linalg.Arena;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.NotPositiveDefiniteException;
import org.filbert.linalg.Precision;
import org.filbert.linalg.SpdFactor;
import org.filbert.workers.Worker;

/** The factors of A_bb for each ridge, {@linkplain KeptByBlock kept} within a budget. */
public final class Factors implements AutoCloseable {
  /** Writes the lower triangle of A_bb for a ridge, without the shift of its diagonal. */
  public interface Filler {
    void fill(int ridge, Matrix out);
  }

  /** A block: the matrices A_bb for each ridge, one below the other, and their factors. */
  private static final class Entry {
    private final Matrix memory;
    private final List<double[]> shifts;
    private final List<SpdFactor> factors = new ArrayList<>();
    private final List<Matrix> replaced = new ArrayList<>();

    Entry(Matrix memory, List<double[]> shifts) {
      this.memory = memory;
      this.shifts = shifts;
    }

    Matrix matrix(int ridge) {
      int b = memory.cols();
      return memory.rows(ridge * b, (ridge + 1) * b);
    }

    boolean factorised() {
      return factors.size() == shifts.size();
    }

    void close() {
      memory.close();
      replaced.forEach(Matrix::close);
    }
  }

  private final Precision precision;
  private final Precision elements;
  private final boolean wanted;
  private final Arena arena;
  private final KeptByBlock<Entry> entries;
  private final Map<Integer, List<double[]>> diagonals = new HashMap<>();

  /**
   * Reserves memory.
   *
   * @param precision of the factors; solutions have the accuracy of double
   * @param elements precision with which the elements of A_bb are known
   * @param factorised whether blocks are factorised; otherwise their matrices stay as they are
   * @param budget most bytes to keep
   * @param wanted bytes of all factors
   */
  public Factors(
      Precision precision, Precision elements, boolean factorised, long budget, long wanted) {
    this.wanted = factorised;
    this.precision = precision;
    this.elements = elements;
    this.arena = new Arena(Math.min(budget, wanted));
    this.entries = new KeptByBlock<>(Math.min(budget, wanted), Entry::close);
  }

  /**
   * Precision of the factors of a system whose entries have the given precision: that of the
   * entries if there is a single block, which is solved once and refined, else double.
   */
  public static Precision precision(Precision entries, Blocks blocks) {
    return blocks.count() == 1 ? entries : Precision.DOUBLE;
  }

  /** Whether a block is ready to be solved. */
  public boolean has(int block) {
    if (diagonals.containsKey(block)) {
      return true;
    }
    Entry entry = entries.find(block);
    return entry != null && (entry.factorised() || !wanted);
  }

  /**
   * Writes the matrices of a block, unless they are there.
   *
   * @param shifts of the diagonal, for each ridge
   */
  public void prepare(int block, List<double[]> shifts, Filler filler) {
    if (entries.find(block) != null) {
      return;
    }
    int b = shifts.get(0).length;
    int rows = Math.multiplyExact(shifts.size(), b);
    Matrix room = arena.take(precision, rows, b);
    if (room == null) {
      entries.forgetLatest();
    }
    Entry entry = new Entry(room == null ? Matrix.zeros(precision, rows, b) : room, shifts);
    for (int ridge = 0; ridge < shifts.size(); ridge++) {
      filler.fill(ridge, entry.matrix(ridge));
    }
    entries.put(block, entry, entry.memory.bytes());
  }

  /**
   * Takes a block that is a diagonal matrix, which needs no factor and is always kept.
   *
   * @param shifts of the diagonal, for each ridge
   */
  public void takeDiagonal(int block, double[] diagonal, List<double[]> shifts) {
    List<double[]> all = new ArrayList<>();
    for (double[] shift : shifts) {
      double[] sum = diagonal.clone();
      Arrays.setAll(sum, i -> sum[i] + shift[i]);
      all.add(sum);
    }
    diagonals.put(block, all);
  }

  /**
   * Factorises a block, if its matrices are there and it is not yet factorised.
   *
   * @param threads number of threads that may work on it
   */
  public void factorise(int block, Worker worker, int threads) {
    Entry entry = entries.find(block);
    if (entry == null || entry.factorised() || !wanted) {
      return;
    }
    for (int ridge = 0; ridge < entry.shifts.size(); ridge++) {
      entry.factors.add(
          factor(block, entry.matrix(ridge), entry.shifts.get(ridge), worker, threads));
    }
  }

  private SpdFactor factor(int block, Matrix a, double[] shift, Worker worker, int threads) {
    double trace = 0;
    for (int i = 0; i < a.rows(); i++) {
      trace += a.get(i, i);
    }
    if (!Double.isFinite(trace)) {
      throw new RefusedException(
          "block %s of %s unknowns: the values of its diagonal have left the range of numbers; what helps: a scaling, or precision: double"
              .formatted(block, a.rows()));
    }
    try {
      SpdFactor factor = new SpdFactor(a, shift, elements, worker.backend(), threads);
      if (factor.jitter() > 0) {
        worker.warn(
            String.format(
                Locale.ROOT,
                "block %s of %s unknowns is not positive definite in %s precision with %s on its"
                    + " diagonal; with %.2g more it is",
                block,
                a.rows(),
                a.precision().word(),
                shift[0],
                factor.jitter()));
      }
      return factor;
    } catch (NotPositiveDefiniteException e) {
      throw new RefusedException(
          "block %s of %s unknowns with %s on its diagonal: %s; a larger ridge helps%s"
              .formatted(
                  block,
                  a.rows(),
                  shift[0],
                  e.getMessage(),
                  a.precision() == Precision.SINGLE ? ", or precision: double" : ""),
          e);
    }
  }

  /** right ← A_bb⁻¹·right with the factor of a ridge. */
  public void solve(int block, int ridge, Matrix right, Worker worker, int threads) {
    List<double[]> diagonal = diagonals.get(block);
    if (diagonal != null) {
      new Diagonal(diagonal.get(ridge)).divide(right);
      return;
    }
    Entry entry = existing(block);
    try (Matrix asked = right.copy(Precision.DOUBLE)) {
      if (!entry.factors.get(ridge).solve(asked).stalled()) {
        right.assign(asked);
        return;
      }
    }
    Matrix again = entry.factors.get(ridge).matrix();
    entry.replaced.add(again);
    double[] nothing = new double[again.rows()];
    SpdFactor exact = factor(block, again, nothing, worker, threads);
    entry.factors.set(ridge, exact);
    worker.warn(
        "block %s: a factor in single precision is too inaccurate for its equations, which are solved with one in double"
            .formatted(block));
    exact.solve(right);
  }

  /** zᵀ(A_bb)⁻¹z of each column z; see {@link SpdFactor#forms}. */
  public double[] forms(int block, int ridge, Matrix z) {
    return factor(block, ridge).forms(z);
  }

  /** Elements (i, i) of (A_bb)⁻¹; see {@link SpdFactor#inverseDiagonal}. */
  public double[] inverseDiagonal(int block, int ridge, int[] rows) {
    return factor(block, ridge).inverseDiagonal(rows);
  }

  private SpdFactor factor(int block, int ridge) {
    return existing(block).factors.get(ridge);
  }

  private Entry existing(int block) {
    Entry entry = entries.find(block);
    if (entry == null) {
      throw new IllegalStateException("no factor of block " + block);
    }
    return entry;
  }

  /** ‖g - A_bb·d‖² of a block that has a factor. */
  public double residual2(int block, int ridge, Matrix g, Matrix d) {
    List<double[]> diagonal = diagonals.get(block);
    if (diagonal != null) {
      return 0; // d = g / A_bb
    }
    try (Matrix x = d.copy(Precision.DOUBLE);
        Matrix b = g.copy(Precision.DOUBLE);
        Matrix residual = factor(block, ridge).residual(x, b)) {
      return ColumnArithmetic.norm2(residual);
    }
  }

  /**
   * g ← the step of a block with the penalty λ‖u‖₁; see {@link L1Descent}.
   *
   * @param u the block's unknowns
   */
  public void shrink(int block, Matrix g, Matrix u, double lambda) {
    List<double[]> diagonal = diagonals.get(block);
    if (diagonal != null) {
      L1Descent.solveDiagonal(diagonal.get(0), g, u, lambda);
      return;
    }
    Entry entry = entries.find(block);
    if (entry == null) {
      throw new IllegalStateException("no matrix of block " + block);
    }
    L1Descent.solve(entry.matrix(0), g, u, lambda);
  }

  @Override
  public void close() {
    entries.close();
    arena.close();
  }
}
