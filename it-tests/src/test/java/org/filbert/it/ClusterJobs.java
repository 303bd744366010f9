package org.filbert.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a cluster's JobManager says about its jobs.
 *
 * @param rest its address
 */
record ClusterJobs(URI rest) {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonNode ask(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(rest.resolve(path)).build();
    return JSON.readTree(
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  /**
   * The TaskManagers of the only job that runs: its first subtasks' by the operators' names. Empty
   * without such a job.
   */
  Map<String, String> taskManagers() throws IOException, InterruptedException {
    Map<String, String> places = new TreeMap<>();
    for (JsonNode job : ask("/jobs/overview").path("jobs")) {
      if (job.path("state").asText().equals("RUNNING")) {
        String path = "/jobs/" + job.path("jid").asText();
        for (JsonNode vertex : ask(path).path("vertices")) {
          JsonNode subtasks =
              ask(path + "/vertices/" + vertex.path("id").asText()).path("subtasks");
          places.put(
              vertex.path("name").asText(), subtasks.path(0).path("taskmanager-id").asText());
        }
      }
    }
    return places;
  }
}
