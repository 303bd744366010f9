package org.filbert.jobs.config;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A configuration that travels with a Flink job, as text without secrets. Whoever receives it
 * parses it once.
 */
public final class ConfigText<T extends Record> implements Serializable {
  private static final long serialVersionUID = 1;

  private final String yaml;
  private final Class<? extends Record> type;
  private transient @Nullable T parsed;

  public ConfigText(T config) {
    this.yaml = new ConfigLoader().toYaml(config);
    this.type = config.getClass();
  }

  public String yaml() {
    return yaml;
  }

  /** The configuration. */
  @SuppressWarnings("unchecked") // its type is that of the configuration that it was made of
  public T get() {
    T config = parsed;
    if (config == null) {
      config = (T) new ConfigLoader().parse(yaml, type);
      parsed = config;
    }
    return config;
  }
}
