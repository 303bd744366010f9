package org.filbert.jobs.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** The state of a cluster, as its JobManager reports it over REST. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterOverview(
    @JsonProperty("taskmanagers") int taskManagers,
    @JsonProperty("slots-total") int slots,
    @JsonProperty("slots-available") int freeSlots,
    @JsonProperty("jobs-running") int runningJobs) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).connectTimeout(TIMEOUT).build();

  /** Asks the JobManager. The result is empty if it does not answer (yet). */
  public static Optional<ClusterOverview> of(URI rest) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(rest.resolve("/overview")).timeout(TIMEOUT).build();
    try {
      HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      return response.statusCode() == 200
          ? Optional.of(JSON.readValue(response.body(), ClusterOverview.class))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether all slots are there. A TaskManager reports them after its registration. */
  boolean hasAll(LocalClusterOptions started) {
    return taskManagers == started.taskManagers() && slots == started.allSlots();
  }
}
