package org.filbert.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

/**
 * Asks a cluster's JobManager about its jobs.
 *
 * @param rest its address
 */
public record ClusterJobs(URI rest) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Answer of the REST interface. */
  public String ask(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  /** Id of the only job. Waits until it runs and a JobManager knows it. */
  public String running() throws IOException, InterruptedException {
    while (true) {
      try {
        List<String> running = allRunning();
        if (!running.isEmpty()) {
          return running.get(0);
        }
      } catch (ConnectException e) {
        // The JobManager is restarting.
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  /** Cancels a job without a savepoint. */
  public void cancel(String job) throws IOException, InterruptedException {
    send(
        request("/jobs/" + job + "?mode=cancel")
            .method("PATCH", HttpRequest.BodyPublishers.noBody()));
  }

  /**
   * The TaskManagers of the only job that runs: its first subtasks' by the operators' names. Empty
   * without such a job.
   */
  Map<String, String> taskManagers() throws IOException, InterruptedException {
    Map<String, String> places = new TreeMap<>();
    for (String job : allRunning()) {
      String path = "/jobs/" + job;
      for (JsonNode vertex : tree(path).path("vertices")) {
        JsonNode subtasks = tree(path + "/vertices/" + vertex.path("id").asText()).path("subtasks");
        places.put(vertex.path("name").asText(), subtasks.path(0).path("taskmanager-id").asText());
      }
    }
    return places;
  }

  private List<String> allRunning() throws IOException, InterruptedException {
    return StreamSupport.stream(tree("/jobs/overview").path("jobs").spliterator(), false)
        .filter(job -> job.path("state").asText().equals("RUNNING"))
        .map(job -> job.path("jid").asText())
        .toList();
  }

  private JsonNode tree(String path) throws IOException, InterruptedException {
    return JSON.readTree(ask(path));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(rest.resolve(path));
  }

  private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
