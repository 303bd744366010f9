package org.filbert.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;

/** A BLAS that fails a given number of times, each time after a further checkpoint is complete. */
record FailingBlas(Blas blas, Path checkpoints, int failures, AtomicInteger failed)
    implements Blas {

  @Override
  public String name() {
    return blas.name();
  }

  @Override
  public void setThreads(int threads) {
    blas.setThreads(threads);
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
    blas.gemm(transposeA, transposeB, alpha, a, b, beta, c);
    if (transposeA) {
      failNowAndThen();
    }
  }

  @Override
  public void syrk(double alpha, Matrix a, double beta, Matrix c) {
    blas.syrk(alpha, a, beta, c);
  }

  @Override
  public void cholesky(Matrix a) {
    blas.cholesky(a);
  }

  @Override
  public void solveCholesky(Matrix l, Matrix b) {
    blas.solveCholesky(l, b);
    failNowAndThen();
  }

  private void failNowAndThen() {
    int soFar = failed.get();
    if (soFar < failures
        && newestCheckpoint() > 2L * soFar + 1
        && failed.compareAndSet(soFar, soFar + 1)) {
      throw new IllegalStateException("injected failure " + (soFar + 1));
    }
  }

  /** Number of the newest complete checkpoint; 0 without one. */
  private long newestCheckpoint() {
    try (Stream<Path> files = Files.walk(checkpoints)) {
      return files
          .filter(file -> file.getFileName().toString().equals("_metadata"))
          .map(file -> file.getParent().getFileName().toString())
          .mapToLong(name -> Long.parseLong(name.substring("chk-".length())))
          .max()
          .orElse(0);
    } catch (UncheckedIOException | IOException e) {
      return 0; // a directory went away under the walk
    }
  }
}
