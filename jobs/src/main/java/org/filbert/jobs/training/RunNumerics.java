package org.filbert.jobs.training;

import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.filbert.jobs.config.BackendConfig;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;

/** What a run computes with. */
public final class RunNumerics {
  private RunNumerics() {}

  /**
   * Numerics of a worker.
   *
   * @param slots how many workers may run in its process
   */
  public static Backend backend(BackendConfig config, int slots) {
    Backend backend = choose(config);
    int cores = Runtime.getRuntime().availableProcessors();
    backend.blas().setThreads(config.threads().orElse(Math.max(1, cores / slots)));
    return backend;
  }

  /** The chosen numerics, the BLAS threads of the process left as they are. */
  private static Backend choose(BackendConfig config) {
    return Backends.choose(TrainerOptions.name(config.blas()), TrainerOptions.name(config.math()));
  }

  /** Of the software, by name. */
  public static SortedMap<String, String> versions(BackendConfig config) {
    SortedMap<String, String> versions = new TreeMap<>();
    String own = RunNumerics.class.getPackage().getImplementationVersion();
    versions.put("filbert", own == null ? "development" : own);
    versions.put("flink", EnvironmentInformation.getVersion());
    versions.put("java", Runtime.version().toString());
    Backend backend = choose(config);
    versions.put("blas", backend.blas().name());
    versions.put("vectorMath", backend.math().name());
    return versions;
  }
}
