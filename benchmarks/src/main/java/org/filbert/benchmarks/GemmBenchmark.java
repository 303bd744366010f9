package org.filbert.benchmarks;

import java.util.concurrent.TimeUnit;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One product of 2048 × 2048 matrices on one thread: 17.18 Gflop an operation. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class GemmBenchmark {
  private static final int SIZE = 2048;

  @Param({"SINGLE", "DOUBLE"})
  Precision precision = Precision.SINGLE;

  private Blas blas = Backends.choose("openblas", "plain").blas();
  private Matrix a = Matrix.zeros(Precision.SINGLE, 0, 0);
  private Matrix b = a;
  private Matrix c = a;

  @Setup
  public void prepare() {
    a = Inputs.normal(precision, SIZE, SIZE, 1);
    b = Inputs.normal(precision, SIZE, SIZE, 2);
    c = Matrix.zeros(precision, SIZE, SIZE);
  }

  @Benchmark
  public Matrix gemm() {
    blas.gemm(false, false, 1, a, b, 0, c);
    return c;
  }
}
