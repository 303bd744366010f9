package org.filbert.it.fuzz;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Gives many inputs to a target. Any outcome other than a result or a documented exception is a
 * finding, as is an input that exceeds the target's processor time or memory.
 */
final class Campaign {
  private static final int THREADS = Integer.getInteger("fuzz.threads", 2);
  private static final int MOST_SHOWN = 2_000;
  private static final int REPEATS = 5;

  /** Above this wall-clock time, the processor time is measured, which takes a system call. */
  private static final long LONG_NANOS = 50_000_000;

  private static final com.sun.management.ThreadMXBean COSTS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * Result of a campaign.
   *
   * @param processorSeconds of all threads, making and comparing included
   * @param mostSeconds of the longest input, of processor time
   * @param mostBytes of the largest one
   */
  record Result(
      long inputs,
      long accepted,
      double seconds,
      double processorSeconds,
      double mostSeconds,
      long mostBytes) {}

  private record Part(long accepted, long nanos, long mostNanos, long mostBytes) {}

  private final Target target;
  private final List<byte[]> seeds;
  private final long seed;

  Campaign(Target target, long seed) throws IOException {
    this.target = target;
    this.seeds = new ArrayList<>(Corpus.of(target).inputs());
    int kept = seeds.size();
    do { // most inputs are refused: good ones are at least half of the choice
      seeds.addAll(target.seeds());
    } while (seeds.size() < 2 * kept);
    this.seed = seed;
  }

  Result run(long inputs) throws Exception {
    Target.Reader reader = target.open();
    for (byte[] good : target.seeds()) {
      reader.read(good);
    }
    for (byte[] kept : Corpus.of(target).inputs()) {
      check(reader, -1, kept, read(reader, -1, kept));
    }
    long start = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Part>> parts =
          LongStream.range(0, THREADS)
              .mapToObj(thread -> threads.submit(() -> part(thread, inputs)))
              .toList();
      long accepted = 0;
      long nanos = 0;
      long mostNanos = 0;
      long mostBytes = 0;
      for (Future<Part> future : parts) {
        Part part = get(future);
        accepted += part.accepted;
        nanos += part.nanos;
        mostNanos = Math.max(mostNanos, part.mostNanos);
        mostBytes = Math.max(mostBytes, part.mostBytes);
      }
      return new Result(
          inputs,
          accepted,
          (System.nanoTime() - start) / 1e9,
          nanos / 1e9,
          mostNanos / 1e9,
          mostBytes);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Part get(Future<Part> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause().getMessage(), e.getCause());
    }
  }

  private Part part(long first, long inputs) throws Exception {
    Target.Reader reader = target.open();
    Mutator mutator = new Mutator(seeds, target.tokens(), seed);
    long accepted = 0;
    long mostNanos = 0;
    long mostBytes = 0;
    long started = COSTS.getCurrentThreadCpuTime();
    for (long i = first; i < inputs; i += THREADS) {
      byte[] input = mutator.input(i);
      long nanos = System.nanoTime();
      long bytes = COSTS.getCurrentThreadAllocatedBytes();
      Object result = read(reader, i, input);
      bytes = COSTS.getCurrentThreadAllocatedBytes() - bytes;
      nanos = System.nanoTime() - nanos;
      if (nanos > LONG_NANOS) {
        nanos = processorNanos(reader, i, input);
      }
      if (nanos > 1e9 * target.mostSeconds() || bytes > target.mostBytes(input.length)) {
        throw finding(i, input, "takes %.2f s and %d bytes".formatted(nanos / 1e9, bytes), null);
      }
      check(reader, i, input, result);
      accepted += result != null ? 1 : 0;
      mostNanos = Math.max(mostNanos, nanos);
      mostBytes = Math.max(mostBytes, bytes);
    }
    return new Part(accepted, COSTS.getCurrentThreadCpuTime() - started, mostNanos, mostBytes);
  }

  /** The least of some measurements, as the processor may have done other work. */
  private long processorNanos(Target.Reader reader, long i, byte[] input) {
    long least = Long.MAX_VALUE;
    for (int repeat = 0; repeat < REPEATS && least > 1e9 * target.mostSeconds(); repeat++) {
      long nanos = COSTS.getCurrentThreadCpuTime();
      read(reader, i, input);
      least = Math.min(least, COSTS.getCurrentThreadCpuTime() - nanos);
    }
    return least;
  }

  private void check(Target.Reader reader, long i, byte[] input, @Nullable Object result) {
    try {
      reader.check(input, result);
    } catch (Exception | Error e) {
      throw finding(i, input, e.toString(), e);
    }
  }

  /** The result; null if the input was refused. */
  private @Nullable Object read(Target.Reader reader, long i, byte[] input) {
    try {
      return reader.read(input);
    } catch (Exception | Error e) {
      if (e instanceof Exception exception && target.documents(exception)) {
        return null;
      }
      throw finding(i, input, e.toString(), e);
    }
  }

  private AssertionError finding(long i, byte[] input, String what, @Nullable Throwable cause) {
    String hex = HexFormat.of().formatHex(input, 0, Math.min(input.length, MOST_SHOWN));
    return new AssertionError(
        "%s, seed %d, input %d of %d bytes: %s%n%s"
            .formatted(target.name(), seed, i, input.length, what, hex),
        cause);
  }
}
