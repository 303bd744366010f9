package org.filbert.benchmarks;

import java.util.concurrent.TimeUnit;
import org.filbert.linalg.Backends;
import org.filbert.linalg.VectorMath;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The cosine of one row of a strip of random features, per element. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class CosBenchmark {
  private static final int COUNT = 1024;

  @Param({"plain", "vector"})
  String math = "plain";

  private final float[] arguments = new float[COUNT];
  private final float[] values = new float[COUNT];
  private VectorMath functions = Backends.choose("java", "plain").math();

  @Setup
  public void prepare() {
    functions = Backends.choose("java", math).math();
    for (int i = 0; i < COUNT; i++) {
      arguments[i] = (i - COUNT / 2) * 0.37f;
    }
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public float[] cos() {
    System.arraycopy(arguments, 0, values, 0, COUNT);
    functions.cos(values, 0, COUNT);
    return values;
  }
}
