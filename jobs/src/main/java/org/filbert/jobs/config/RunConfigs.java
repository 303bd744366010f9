package org.filbert.jobs.config;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The configurations of this process's runs, by the text that travels with them. Every operator of
 * a run asks for its own; each text is parsed once, as long as a few others have not come since.
 */
public final class RunConfigs {
  private static final int MOST = 4;

  private static final Map<Text, Object> PARSED =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Text, Object> eldest) {
          return size() > MOST;
        }
      };

  private record Text(String yaml, Class<?> type) {}

  private RunConfigs() {}

  /**
   * What a run's configuration says.
   *
   * @param type a record, which is not changed by those who have it
   * @throws ConfigException as from {@link ConfigLoader#parse}
   */
  public static <T extends Record> T of(String yaml, Class<T> type) {
    synchronized (PARSED) {
      return type.cast(
          PARSED.computeIfAbsent(
              new Text(yaml, type), text -> new ConfigLoader().parse(yaml, type)));
    }
  }
}
