package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Block coordinate descent on (K + ridge·I) W = Y.
 *
 * @param blockSize rows that are solved for at a time
 * @param epochs sweeps over all blocks, at most
 * @param ridge the system's regularisation; or lambda is given
 * @param lambda ridge divided by the number of training rows
 * @param tolerance relative residual to stop at; 0: never
 * @param patience epochs without a better validation error to stop after; absent: never
 */
public record BlockCoordinateDescentConfig(
    @JsonProperty(defaultValue = "full-kernel") KernelSystem system,
    int blockSize,
    int epochs,
    OptionalDouble ridge,
    OptionalDouble lambda,
    @JsonProperty(defaultValue = "0.0") double tolerance,
    OptionalInt patience)
    implements SolverConfig {

  /** Which linear system. */
  public enum KernelSystem {
    /** The exact kernel matrix of all training rows. */
    FULL_KERNEL
  }

  public BlockCoordinateDescentConfig {
    requireAtLeastOne("blockSize", blockSize);
    requireAtLeastOne("epochs", epochs);
    patience.ifPresent(value -> requireAtLeastOne("patience", value));
    ridge.ifPresent(value -> requirePositive("ridge", value));
    lambda.ifPresent(value -> requirePositive("lambda", value));
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

  /** The ridge for n training rows. */
  public double ridge(long n) {
    return ridge.isPresent() ? ridge.getAsDouble() : lambda.orElseThrow() * n;
  }

  @Override
  public boolean needsValidation() {
    return patience.isPresent();
  }

  private static void requireAtLeastOne(String key, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(key + " is " + value + ", must be 1 or more");
    }
  }

  private static void requirePositive(String key, double value) {
    if (!(value > 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(key + " is " + value + ", must be a number above 0");
    }
  }
}
