package org.filbert.linalg;

import static org.bytedeco.openblas.global.openblas.CblasLeft;
import static org.bytedeco.openblas.global.openblas.CblasLower;
import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasNonUnit;
import static org.bytedeco.openblas.global.openblas.CblasRight;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.LAPACK_COL_MAJOR;

import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas;
import org.bytedeco.openblas.global.openblas_nolapack;

/**
 * OpenBLAS through JavaCPP. The thread count is one for the whole process: the last call of {@link
 * #setThreads} holds for every instance.
 */
final class OpenBlas implements Blas {
  /** Those of Linux, each after those that it needs; elsewhere they have other names. */
  private static final List<String> LIBRARIES =
      List.of(
          "javacpp/%s/libjnijavacpp.so",
          "openblas/%s/libgcc_s.so.1",
          "openblas/%s/libquadmath.so.0",
          "openblas/%s/libgfortran.so.5",
          "openblas/%s/libopenblas.so.0",
          "openblas/%s/libopenblas.so.0#libopenblas_nolapack.so.0",
          "openblas/%s/libjniopenblas_nolapack.so",
          "openblas/%s/libjniopenblas.so");

  /**
   * Loads the native library, with one thread, unless it is loaded already.
   *
   * @throws LinkageError if there is none for this platform
   */
  public OpenBlas() {
    Natives.load();
  }

  /**
   * Unpacks the native library; after one that did not load, this may tell why.
   *
   * @throws UnpackingException if it cannot be unpacked
   */
  static void checkUnpacked() {
    NativeCache.checkUnpacked(LIBRARIES);
  }

  private static final class Natives {
    private static int threads = 1;

    static {
      NativeMemory.start();
      NativeCache.load(
          () -> {
            Loader.load(openblas.class);
            openblas_nolapack.blas_set_num_threads(1);
          });
    }

    static void load() {
      // The work is done once, when this class is initialised.
    }

    /**
     * Sets the number of threads if it is another one. JavaCPP looks for the function in all
     * libraries of the process each time, and so must not while another class loader loads one:
     * each of the two would hold a lock of the dynamic linker that the other waits for.
     */
    static synchronized void setThreads(int wanted) {
      if (wanted != threads) {
        NativeCache.load(() -> openblas_nolapack.blas_set_num_threads(wanted));
        threads = wanted;
      }
    }
  }

  @Override
  public String name() {
    return "openblas";
  }

  @Override
  public void setThreads(int threads) {
    Operands.threads(threads);
    Natives.setThreads(threads);
  }

  @Override
  public void gemm(
      boolean transposeA,
      boolean transposeB,
      double alpha,
      Matrix a,
      Matrix b,
      double beta,
      Matrix c) {
    Operands.gemm(transposeA, transposeB, a, b, c);
    int opA = transposeA ? CblasTrans : CblasNoTrans;
    int opB = transposeB ? CblasTrans : CblasNoTrans;
    int m = c.rows();
    int n = c.cols();
    int k = transposeA ? a.rows() : a.cols();
    try {
      if (c.precision() == Precision.SINGLE) {
        openblas.cblas_sgemm(
            CblasRowMajor,
            opA,
            opB,
            m,
            n,
            k,
            (float) alpha,
            floats(a),
            a.stride(),
            floats(b),
            b.stride(),
            (float) beta,
            floats(c),
            c.stride());
      } else {
        openblas.cblas_dgemm(
            CblasRowMajor,
            opA,
            opB,
            m,
            n,
            k,
            alpha,
            doubles(a),
            a.stride(),
            doubles(b),
            b.stride(),
            beta,
            doubles(c),
            c.stride());
      }
    } finally {
      Reference.reachabilityFence(a);
      Reference.reachabilityFence(b);
      Reference.reachabilityFence(c);
    }
  }

  @Override
  public void syrk(boolean transpose, double alpha, Matrix a, double beta, Matrix c) {
    Operands.syrk(transpose, a, c);
    int op = transpose ? CblasTrans : CblasNoTrans;
    int n = c.rows();
    int k = transpose ? a.rows() : a.cols();
    try {
      if (c.precision() == Precision.SINGLE) {
        openblas.cblas_ssyrk(
            CblasRowMajor,
            CblasLower,
            op,
            n,
            k,
            (float) alpha,
            floats(a),
            a.stride(),
            (float) beta,
            floats(c),
            c.stride());
      } else {
        openblas.cblas_dsyrk(
            CblasRowMajor,
            CblasLower,
            op,
            n,
            k,
            alpha,
            doubles(a),
            a.stride(),
            beta,
            doubles(c),
            c.stride());
      }
    } finally {
      Reference.reachabilityFence(a);
      Reference.reachabilityFence(c);
    }
  }

  @Override
  public void trsm(boolean right, boolean transpose, Matrix l, Matrix b) {
    Operands.trsm(right, l, b);
    int side = right ? CblasRight : CblasLeft;
    int op = transpose ? CblasTrans : CblasNoTrans;
    try {
      if (b.precision() == Precision.SINGLE) {
        openblas.cblas_strsm(
            CblasRowMajor,
            side,
            CblasLower,
            op,
            CblasNonUnit,
            b.rows(),
            b.cols(),
            1f,
            floats(l),
            l.stride(),
            floats(b),
            b.stride());
      } else {
        openblas.cblas_dtrsm(
            CblasRowMajor,
            side,
            CblasLower,
            op,
            CblasNonUnit,
            b.rows(),
            b.cols(),
            1.0,
            doubles(l),
            l.stride(),
            doubles(b),
            b.stride());
      }
    } finally {
      Reference.reachabilityFence(l);
      Reference.reachabilityFence(b);
    }
  }

  /** A row-major lower triangle is a column-major upper one: LAPACK works on it without a copy. */
  @Override
  public void cholesky(Matrix a) {
    Operands.cholesky(a);
    int n = a.rows();
    if (n == 0) {
      return;
    }
    int info = factor(a, n);
    if (info != 0) {
      throw new NotPositiveDefiniteException(info > 0 ? info - 1 : firstRowWithNaN(a), n);
    }
  }

  private static int factor(Matrix a, int n) {
    try {
      return a.precision() == Precision.SINGLE
          ? openblas.LAPACKE_spotrf(LAPACK_COL_MAJOR, (byte) 'U', n, floats(a), a.stride())
          : openblas.LAPACKE_dpotrf(LAPACK_COL_MAJOR, (byte) 'U', n, doubles(a), a.stride());
    } finally {
      Reference.reachabilityFence(a);
    }
  }

  @Override
  public void invertCholesky(Matrix l) {
    Operands.inverse(l);
    int n = l.rows();
    if (n == 0) {
      return;
    }
    try {
      int info =
          l.precision() == Precision.SINGLE
              ? openblas.LAPACKE_spotri(LAPACK_COL_MAJOR, (byte) 'U', n, floats(l), l.stride())
              : openblas.LAPACKE_dpotri(LAPACK_COL_MAJOR, (byte) 'U', n, doubles(l), l.stride());
      if (info != 0) {
        throw new IllegalStateException("LAPACK found no inverse of " + l + ": " + info);
      }
    } finally {
      Reference.reachabilityFence(l);
    }
  }

  /** Divide and conquer; a row-major lower triangle is a column-major upper one. */
  @Override
  public double[] eigen(Matrix a) {
    Operands.symmetric(a);
    int n = a.rows();
    if (n == 0) {
      return new double[0];
    }
    try (Matrix values = Matrix.zeros(a.precision(), 1, n)) {
      int info =
          a.precision() == Precision.SINGLE
              ? openblas.LAPACKE_ssyevd(
                  LAPACK_COL_MAJOR,
                  (byte) 'V',
                  (byte) 'U',
                  n,
                  floats(a),
                  a.stride(),
                  floats(values))
              : openblas.LAPACKE_dsyevd(
                  LAPACK_COL_MAJOR,
                  (byte) 'V',
                  (byte) 'U',
                  n,
                  doubles(a),
                  a.stride(),
                  doubles(values));
      double[] found = values.toArray();
      if (info != 0 || !Double.isFinite(Arrays.stream(found).sum())) {
        throw new EigenException(n);
      }
      return found;
    } finally {
      Reference.reachabilityFence(a);
    }
  }

  /** LAPACKE refuses NaN before it starts; the first pivot that would fail is in its row. */
  private static int firstRowWithNaN(Matrix a) {
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j <= i; j++) {
        if (Double.isNaN(a.get(i, j))) {
          return i;
        }
      }
    }
    throw new IllegalStateException("LAPACK refused " + a);
  }

  private static FloatPointer floats(Matrix matrix) {
    return (FloatPointer) matrix.pointer();
  }

  private static DoublePointer doubles(Matrix matrix) {
    return (DoublePointer) matrix.pointer();
  }
}
