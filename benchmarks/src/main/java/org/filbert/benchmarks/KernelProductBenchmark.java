package org.filbert.benchmarks;

import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The fused product K(a, b)·Δ of 4096 × 4096 kernel values: 16.8 million entries an operation. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class KernelProductBenchmark {
  @Param({"784x10", "16x26"})
  String shape = "784x10";

  @Param({"plain", "vector"})
  String math = "plain";

  private KernelProduct product = new KernelProduct("plain", 1, 1);

  @Setup
  public void prepare() {
    product.close();
    String[] sizes = shape.split("x", 2);
    product = new KernelProduct(math, Integer.parseInt(sizes[0]), Integer.parseInt(sizes[1]));
  }

  @Benchmark
  public void multiply() {
    product.run();
  }

  @TearDown
  public void release() {
    product.close();
  }
}
