package org.filbert.jobs.training.report;

import java.io.Serializable;
import java.util.Locale;
import java.util.SortedMap;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.filbert.jobs.config.section.BackendConfig;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.train.Training;

/**
 * The numerics of a run.
 *
 * @param threads of the BLAS in one process; 0: cores divided by the slots in use
 */
public record RunNumerics(String blas, String math, int threads) implements Serializable {
  /** The numerics that a configuration asks for. */
  public static RunNumerics of(BackendConfig config) {
    return new RunNumerics(name(config.blas()), name(config.math()), config.threads().orElse(0));
  }

  /** A choice as the numerics call it. */
  public static String name(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Numerics of a worker.
   *
   * @param slots how many workers may run in its process
   */
  public Backend backend(int slots) {
    Backend backend = backend();
    int cores = Runtime.getRuntime().availableProcessors();
    backend.blas().setThreads(threads > 0 ? threads : Math.max(1, cores / slots));
    return backend;
  }

  /** The backend with as many threads as it has now. */
  public Backend backend() {
    return Backends.choose(blas, math);
  }

  /** Versions of the software, by name. */
  public SortedMap<String, String> versions() {
    SortedMap<String, String> versions = Training.versions();
    versions.put("flink", EnvironmentInformation.getVersion());
    Backend backend = backend();
    versions.put("blas", backend.blas().name());
    versions.put("vectorMath", backend.math().name());
    return versions;
  }
}
