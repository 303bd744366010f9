package org.filbert.jobs.cluster;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * The REST interface of a JobManager.
 *
 * @param address where it answers
 */
record FlinkRest(URI address) {
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).connectTimeout(TIMEOUT).build();

  /** Asks the JobManager. The result is empty if it does not answer (yet), or does not know. */
  <T> Optional<T> get(String path, Class<T> type) throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(address.resolve(path)).timeout(TIMEOUT).build();
    try {
      HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      return response.statusCode() == 200
          ? Optional.of(JSON.readValue(response.body(), type))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
