package org.filbert.jobs.config.yaml;

/** The check of keys that count something. */
public final class AtLeastOne {
  private AtLeastOne() {}

  public static void require(String key, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(key + " is " + value + ", must be 1 or more");
    }
  }
}
