package org.filbert.jobs.config.yaml;

import org.filbert.data.Excerpt;

/**
 * A configuration that cannot be used; the message says where, what was found and what is allowed.
 */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int LONGEST_PROBLEM = 2000;

  public ConfigException(String message) {
    super(message);
  }

  public ConfigException(String message, Throwable cause) {
    super(message, cause);
  }

  /** A problem at one key: {@code origin} is a file and line or a {@code --set} argument. */
  ConfigException(String origin, KeyPath path, String problem) {
    super(
        origin
            + ": "
            + (path.isRoot() ? "" : Excerpt.of(path.toString()) + ": ")
            + Excerpt.of(problem, LONGEST_PROBLEM));
  }
}
