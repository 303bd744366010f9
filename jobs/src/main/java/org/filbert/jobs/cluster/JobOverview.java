package org.filbert.jobs.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.Set;

/**
 * The state of a job, as its JobManager reports it over REST.
 *
 * @param vertices number of its tasks' groups in each state
 */
record JobOverview(
    @JsonProperty("state") String state,
    @JsonProperty("status-counts") Map<String, Integer> vertices) {
  private static final Set<String> AT_WORK = Set.of("RUNNING", "INITIALIZING", "FINISHED");

  /** Whether all tasks are at work or have finished. */
  boolean goesOn() {
    return state.equals("FINISHED")
        || (state.equals("RUNNING")
            && vertices.entrySet().stream()
                .allMatch(each -> each.getValue() == 0 || AT_WORK.contains(each.getKey())));
  }

  /** Whether the job has ended, or is about to. */
  boolean ends() {
    return Set.of("FINISHED", "FAILED", "FAILING", "CANCELED", "CANCELLING").contains(state)
        && !goesOn();
  }

  /** Whether tasks ask for slots. A job that pauses before it restarts asks for none yet. */
  boolean asksForSlots() {
    return Set.of("CREATED", "RUNNING").contains(state)
        && vertices.getOrDefault("CREATED", 0) + vertices.getOrDefault("SCHEDULED", 0) > 0;
  }
}
