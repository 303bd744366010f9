package org.filbert.estimators;

import java.io.Serializable;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.filbert.cache.CacheBudget;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.solver.DescentState;
import org.filbert.solver.FullKernelDescent;
import org.filbert.system.Ridge;
import org.filbert.train.Preparation;
import org.filbert.train.Scaling;
import org.filbert.train.Storage;
import org.filbert.train.Training;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a training as plain values, which travel with the job.
 *
 * @param sigma bandwidth; null for the median distance between training rows
 */
record RidgeOptions(
    String kernel,
    @Nullable Double sigma,
    double ridge,
    int blockSize,
    int epochs,
    long seed,
    int workers)
    implements Serializable {
  private static final long TILE_BYTES = 2L << 30;
  private static final long FACTOR_BYTES = 2L << 30;

  static RidgeOptions of(KernelRidgeParams<?> params, int workers) {
    return new RidgeOptions(
        params.getKernel(),
        params.getSigma(),
        params.getRidge(),
        params.getBlockSize(),
        params.getEpochs(),
        params.getSeed(),
        workers);
  }

  Training<DescentState> training() {
    Kernel start = kernelOf(sigma == null ? 1 : sigma);
    boolean median = sigma == null && !(start instanceof Linear);
    return new Training<>(
        new Training.Settings<>(
            new Preparation(
                seed, Precision.SINGLE, new Scaling.None(), Storage.AUTO, true, start, median),
            prepared -> new FullKernelDescent(descent(prepared)),
            FullKernelDescent.messages(),
            0,
            toString(),
            versions()));
  }

  private Kernel kernelOf(double bandwidth) {
    return switch (kernel) {
      case "gaussian" -> new Gaussian(bandwidth);
      case "laplacian" -> new Laplacian(bandwidth);
      case "exponential" -> new Exponential(bandwidth);
      case "cauchy" -> new Cauchy(bandwidth);
      case "linear" -> new Linear();
      default -> throw new IllegalStateException("kernel " + kernel + " passed the parameter");
    };
  }

  private FullKernelDescent.Options descent(Prepared prepared) {
    return new FullKernelDescent.Options(
        prepared.kernel(),
        Precision.SINGLE,
        new Ridge(ridge, false),
        blockSize,
        epochs,
        0,
        0,
        CacheBudget.ofMemory(TILE_BYTES),
        FACTOR_BYTES,
        seed);
  }

  private static SortedMap<String, String> versions() {
    SortedMap<String, String> versions = new TreeMap<>();
    String own = RidgeOptions.class.getPackage().getImplementationVersion();
    versions.put("filbert", own == null ? "development" : own);
    versions.put("flink", EnvironmentInformation.getVersion());
    versions.put("java", Runtime.version().toString());
    return versions;
  }
}
