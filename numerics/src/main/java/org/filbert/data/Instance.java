package org.filbert.data;

import org.jspecify.annotations.Nullable;

/**
 * One record as read from a source. Its position identifies it in the input, whatever the number of
 * readers: it decides which worker gets the record and where it stands there.
 */
public sealed interface Instance {
  Role role();

  /** Unique and ascending in input order within a role. */
  long position();

  /** A well-formed record; the target is absent where only a prediction is asked for. */
  record Example(Role role, long position, Features features, @Nullable Target target)
      implements Instance {
    /** The same with another target. */
    public Example withTarget(Target other) {
      return new Example(role, position, features, other);
    }
  }

  /**
   * A record that could not be used, kept for the quarantine file.
   *
   * @param place file and line (or byte) for a person to find it
   * @param reason what was found and what is allowed, shortened if very long
   * @param text the record as read, shortened if very long
   */
  record Bad(Role role, long position, String place, String reason, String text)
      implements Instance {
    public Bad {
      reason = Excerpt.of(reason);
    }
  }
}
