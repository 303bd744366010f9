package org.filbert.jobs.cluster;

import java.time.Duration;

/**
 * How long a job may wait for slots.
 *
 * @param longest time without slots for all workers
 * @param setting what the user sets it by, such as {@code restart.wait}
 */
public record SlotWait(Duration longest, String setting) {
  /** By the key of a configuration. */
  public static SlotWait ofConfiguration(Duration longest) {
    return new SlotWait(longest, "restart.wait");
  }

  /** The time in its largest unit, as far as it is whole. */
  String inWords() {
    return longest.toSeconds() % 3600 == 0
        ? longest.toHours() + " h"
        : longest.toSeconds() % 60 == 0 ? longest.toMinutes() + " min" : longest.toSeconds() + " s";
  }
}
