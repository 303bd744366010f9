package org.filbert.linalg;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Chooses the {@link Backend}, once per process, by explicit checks. */
public final class Backends {
  private static final Logger LOG = System.getLogger(Backends.class.getName());
  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  private static @Nullable Backend best;

  private Backends() {}

  /**
   * The fastest numerics that work here, the same for all who ask: for scores of stored models and
   * for trainings without a configuration. What has a worker takes the worker's.
   */
  public static synchronized Backend best() {
    Backend chosen = best == null ? choose("auto") : best;
    best = chosen;
    return chosen;
  }

  /** A BLAS by name ({@code auto}, {@code openblas}, {@code java}) and the fastest functions. */
  public static Backend choose(String blas) {
    return choose(blas, "auto");
  }

  /**
   * A BLAS ({@code auto}, {@code openblas}, {@code java}) and elementary functions ({@code auto},
   * {@code vector}, {@code plain}). With {@code auto} the faster one that works here is taken and
   * the reason logged.
   *
   * @throws IllegalArgumentException for another name
   * @throws IllegalStateException if what is asked for by name does not work here
   * @throws UnpackingException if there is no room for the native libraries
   */
  public static Backend choose(String blas, String math) {
    return new Backend(blas(blas), math(math));
  }

  /**
   * Unpacks the native libraries that a BLAS ({@code auto}, {@code openblas}, {@code java}) needs,
   * unless they are there already; a process that can be told why it cannot begin does so first.
   * Every BLAS needs the small one that memory of matrices is taken by.
   *
   * @throws UnpackingException if there is no room for them
   */
  public static void unpack(String blas) {
    if (blas.equals("java")) {
      NativeMemory.checkUnpacked();
    } else {
      OpenBlas.checkUnpacked();
    }
  }

  private static Blas blas(String name) {
    return switch (name) {
      case "auto" -> automaticBlas();
      case "java" -> new JavaBlas();
      case "openblas" -> {
        try {
          yield new OpenBlas();
        } catch (LinkageError e) {
          OpenBlas.checkUnpacked();
          throw new IllegalStateException("BLAS openblas does not load: " + e.getMessage(), e);
        }
      }
      default -> throw unknown("BLAS", name, "auto, openblas, java");
    };
  }

  private static Blas automaticBlas() {
    try {
      Blas blas = new OpenBlas();
      LOG.log(Level.INFO, "BLAS openblas: its native library loads");
      return blas;
    } catch (LinkageError e) {
      OpenBlas.checkUnpacked();
      LOG.log(Level.WARNING, "BLAS java, the slower one: openblas does not load: " + e);
      return new JavaBlas();
    }
  }

  private static VectorMath math(String name) {
    return switch (name) {
      case "auto" -> automaticMath();
      case "plain" -> new PlainVectorMath();
      case "vector" -> {
        String obstacle = vectorObstacle();
        if (!obstacle.isEmpty()) {
          throw new IllegalStateException("vector math \"vector\": " + obstacle);
        }
        yield vectorMath().orElseThrow();
      }
      default -> throw unknown("vector math", name, "auto, vector, plain");
    };
  }

  private static VectorMath automaticMath() {
    String obstacle = vectorObstacle();
    if (obstacle.isEmpty()) {
      LOG.log(Level.INFO, "vector math by the Vector API: its module is present");
      return vectorMath().orElseThrow();
    }
    LOG.log(Level.INFO, "vector math in plain Java: " + obstacle);
    return new PlainVectorMath();
  }

  /** Why the Vector API cannot be used here; empty if it can. */
  private static String vectorObstacle() {
    if (ModuleLayer.boot().findModule(VECTOR_MODULE).isEmpty()) {
      return "the JVM was started without --add-modules " + VECTOR_MODULE;
    }
    try {
      return vectorMath().isPresent() ? "" : "filbert-vector-math is not on the class path";
    } catch (ServiceConfigurationError | LinkageError e) {
      return "filbert-vector-math does not load: " + e;
    }
  }

  private static Optional<VectorMath> vectorMath() {
    return ServiceLoader.load(VectorMath.class, Backends.class.getClassLoader()).findFirst();
  }

  private static IllegalArgumentException unknown(String what, String found, String allowed) {
    return new IllegalArgumentException(
        what + " \"" + found + "\" is unknown, must be one of " + allowed);
  }
}
