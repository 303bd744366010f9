package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.features.RandomFourier;
import org.filbert.solver.ColumnDescent.Sampling;

/**
 * Block coordinate descent on a regularised kernel system.
 *
 * @param landmarks number of training rows whose kernel columns span the model; for nystrom
 * @param sampling how landmarks are drawn; for nystrom, uniform if absent
 * @param gamma share of the identity in the penalty; for nystrom, 1e-6 if absent
 * @param map what the features are made by; for random-features, fourier if absent
 * @param features number of random features; for random-features
 * @param form what Fourier features are; for random-features, cosine if absent
 * @param blockSize rows, landmarks or features that are solved for at a time
 * @param epochs sweeps over all blocks, at most
 * @param ridge the system's regularisation, or several to choose from; or lambda is given
 * @param lambda ridge divided by the number of training rows
 * @param tolerance relative residual to stop at; 0: never
 * @param patience epochs without a better validation error to stop after; absent: never
 * @param classWeights how much the rows of each class count in the loss; absent: all alike
 */
public record BlockCoordinateDescentConfig(
    @JsonProperty(defaultValue = "full-kernel") KernelSystem system,
    OptionalInt landmarks,
    Optional<Sampling> sampling,
    OptionalDouble gamma,
    Optional<FeatureMapKind> map,
    OptionalInt features,
    Optional<RandomFourier.Form> form,
    int blockSize,
    int epochs,
    Optional<Ascending> ridge,
    Optional<Ascending> lambda,
    @JsonProperty(defaultValue = "0.0") double tolerance,
    OptionalInt patience,
    Optional<ClassWeightsConfig> classWeights)
    implements SolverConfig {

  /** Which linear system. */
  public enum KernelSystem {
    /** (K + ridge·I) α = Y with the kernel matrix of all training rows. */
    FULL_KERNEL,
    /** The normal equations of the kernel columns of some training rows. */
    NYSTROM,
    /** The normal equations of random features of the kernel. */
    RANDOM_FEATURES
  }

  /** What makes random features. */
  public enum FeatureMapKind {
    /** Waves of random frequencies. */
    FOURIER,
    /** The inputs, added up in columns by a hash. */
    HASHING
  }

  public BlockCoordinateDescentConfig {
    AtLeastOne.require("blockSize", blockSize);
    AtLeastOne.require("epochs", epochs);
    boolean nystrom = system == KernelSystem.NYSTROM;
    boolean random = system == KernelSystem.RANDOM_FEATURES;
    requireOnlyFor("landmarks", landmarks.isPresent(), nystrom, true, "nystrom");
    requireOnlyFor("sampling", sampling.isPresent(), nystrom, false, "nystrom");
    requireOnlyFor("gamma", gamma.isPresent(), nystrom, false, "nystrom");
    requireOnlyFor("features", features.isPresent(), random, true, "random-features");
    requireOnlyFor("map", map.isPresent(), random, false, "random-features");
    requireOnlyFor("form", form.isPresent(), random, false, "random-features");
    if (form.isPresent() && hashing(map)) {
      throw new IllegalArgumentException("form is given, which only map: fourier has");
    }
    landmarks.ifPresent(value -> AtLeastOne.require("landmarks", value));
    features.ifPresent(value -> AtLeastOne.require("features", value));
    gamma.ifPresent(value -> requirePositive("gamma", value));
    int columns = landmarks.orElse(features.orElse(Integer.MAX_VALUE));
    if (blockSize > columns) {
      throw new IllegalArgumentException(
          "blockSize is %d, must be at most the number of %s, %d"
              .formatted(blockSize, nystrom ? "landmarks" : "features", columns));
    }
    patience.ifPresent(value -> AtLeastOne.require("patience", value));
    if (ridge.isPresent() == lambda.isPresent()) {
      throw new IllegalArgumentException(
          (ridge.isPresent()
                  ? "lambda and ridge are both given"
                  : "ridge and lambda are both missing")
              + ", must be exactly one of them (lambda = ridge / n)");
    }
    if (!(tolerance >= 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "tolerance is " + tolerance + ", must be a relative residual from 0 to below 1");
    }
  }

  @Override
  public Optional<String> needsValidation() {
    if (patience.isPresent()) {
      return Optional.of("patience");
    }
    boolean several = ridge.or(() -> lambda).orElseThrow().values().size() > 1;
    return several ? Optional.of(ridge.isPresent() ? "ridge" : "lambda") : Optional.empty();
  }

  @Override
  public boolean needsLinearKernel() {
    return hashing(map);
  }

  private static boolean hashing(Optional<FeatureMapKind> map) {
    return map.filter(kind -> kind == FeatureMapKind.HASHING).isPresent();
  }

  private static void requireOnlyFor(
      String key, boolean given, boolean applies, boolean needed, String system) {
    if (given && !applies) {
      throw new IllegalArgumentException(key + " is given, which only system: " + system + " has");
    }
    if (!given && applies && needed) {
      throw new IllegalArgumentException(key + " is missing, system: " + system + " needs it");
    }
  }

  private static void requirePositive(String key, double value) {
    if (!(value > 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(key + " is " + value + ", must be a number above 0");
    }
  }
}
