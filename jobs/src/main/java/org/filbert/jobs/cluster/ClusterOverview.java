package org.filbert.jobs.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.net.URI;
import java.util.Optional;

/** The state of a cluster, as its JobManager reports it over REST. */
public record ClusterOverview(
    @JsonProperty("taskmanagers") int taskManagers,
    @JsonProperty("slots-total") int slots,
    @JsonProperty("slots-available") int freeSlots,
    @JsonProperty("jobs-running") int runningJobs) {
  /** Asks the JobManager. The result is empty if it does not answer (yet). */
  public static Optional<ClusterOverview> of(URI rest) throws InterruptedException {
    return of(new FlinkRest(rest));
  }

  static Optional<ClusterOverview> of(FlinkRest rest) throws InterruptedException {
    return rest.get("overview", ClusterOverview.class);
  }

  /** Whether all slots are there. A TaskManager reports them after its registration. */
  boolean has(int allTaskManagers, int allSlots) {
    return taskManagers >= allTaskManagers && slots >= allSlots;
  }
}
