package org.filbert.jobs.config;

/** The check of keys that count something. */
final class AtLeastOne {
  private AtLeastOne() {}

  static void require(String key, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(key + " is " + value + ", must be 1 or more");
    }
  }
}
