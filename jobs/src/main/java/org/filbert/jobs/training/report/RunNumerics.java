package org.filbert.jobs.training.report;

import java.io.Serializable;
import java.util.Locale;
import java.util.SortedMap;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.filbert.jobs.config.section.BackendConfig;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.operators.loop.spec.UserErrorException;
import org.filbert.train.Training;

/**
 * The numerics of a run.
 *
 * @param threads of the BLAS in one process; 0: cores divided by the slots in use
 * @param coretype of OpenBLAS that every process must have been started with; empty: any
 */
public record RunNumerics(String blas, String math, int threads, String coretype)
    implements Serializable {
  private static final String CORETYPE = "OPENBLAS_CORETYPE";

  /** The numerics that a configuration asks for. */
  public static RunNumerics of(BackendConfig config) {
    return new RunNumerics(
        name(config.blas()),
        name(config.math()),
        config.threads().orElse(0),
        config.coretype().orElse(""));
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
    check();
    Backend backend = chosen();
    int cores = Runtime.getRuntime().availableProcessors();
    backend.blas().setThreads(threads > 0 ? threads : Math.max(1, cores / slots));
    return backend;
  }

  /** The libraries, whatever their threads. */
  public Backend chosen() {
    return Backends.choose(blas, math);
  }

  /**
   * Makes sure that this process can compute so, and unpacks what it needs for that.
   *
   * @throws org.filbert.linalg.UnpackingException if there is no room for that
   */
  public void prepare() {
    check();
    Backends.unpack(blas);
  }

  /**
   * Fails if this process has other kernels of the BLAS than it should. OpenBLAS reads them from a
   * variable as it is loaded, which a running process cannot set.
   */
  private void check() {
    String found = System.getenv(CORETYPE);
    if (coretype.isEmpty() || coretype.equals(found)) {
      return;
    }
    throw new UserErrorException(
        "backend.coretype is %s, %s %s: start every process that computes with %s=%s"
            .formatted(
                coretype,
                CORETYPE,
                found == null ? "is not set" : "is " + found,
                CORETYPE,
                coretype),
        null);
  }

  /** Versions of the software, by name. */
  public SortedMap<String, String> versions() {
    SortedMap<String, String> versions = Training.versions();
    versions.put("flink", EnvironmentInformation.getVersion());
    Backend backend = chosen();
    versions.put("blas", backend.blas().name());
    versions.put("vectorMath", backend.math().name());
    return versions;
  }
}
