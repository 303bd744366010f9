package org.filbert.jobs.run;

import java.util.List;
import org.filbert.connectors.kafka.Secrets;
import org.filbert.jobs.config.ConfigComparison;
import org.filbert.jobs.config.ConfigLoader;

/** The configuration that a run which goes on began with. */
public record BegunConfig(RunStart run) {
  private String origin() {
    return run.directory() + "/" + RunDirectory.CONFIG;
  }

  private String text() {
    return run.identity().configuration();
  }

  /** Whether it had secrets, which are not stored. */
  public boolean lacksSecrets() {
    return text().contains(Secrets.HIDDEN);
  }

  /** The same with values that override it. */
  public <T> T with(List<String> overrides, Class<T> type) {
    return new ConfigLoader().reload(origin(), text(), overrides, type);
  }

  /**
   * Checks that the run can go on with a configuration.
   *
   * @param free keys that may differ
   */
  public void check(Record now, List<String> free) {
    ConfigLoader loader = new ConfigLoader();
    // Keys that the version which began the run did not have are at their defaults.
    Record before = with(List.of(), now.getClass());
    new ConfigComparison(free).check(loader.toYaml(before), loader.toYaml(now));
  }
}
