package org.filbert.jobs.datasets;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * Downloads a file over HTTP. A partial download stays beside the target and is resumed next time
 * if the server allows it.
 */
final class Download {
  private static final int OK = 200;
  private static final int PARTIAL = 206;
  private static final int RANGE_NOT_SATISFIABLE = 416;

  private final HttpClient client =
      HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.NORMAL)
          .connectTimeout(Duration.ofSeconds(30))
          .build();
  private final DownloadProgress progress;

  Download(DownloadProgress progress) {
    this.progress = progress;
  }

  /** Completes a partial file. */
  void fetch(String address, Path part) throws IOException, InterruptedException {
    long have = Files.exists(part) ? Files.size(part) : 0;
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    if (have > 0) {
      request.header("Range", "bytes=" + have + "-");
    }
    HttpResponse<InputStream> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      switch (response.statusCode()) {
        case OK -> copy(response, body, part, 0);
        case PARTIAL -> copy(response, body, part, have);
        case RANGE_NOT_SATISFIABLE -> {} // already complete; the checksum decides
        default -> throw new IOException("the server answers " + response.statusCode());
      }
    }
  }

  private void copy(HttpResponse<InputStream> response, InputStream body, Path part, long from)
      throws IOException {
    long rest = response.headers().firstValueAsLong("Content-Length").orElse(-1);
    progress.begin(part, from, rest < 0 ? -1 : from + rest);
    try (OutputStream out =
        Files.newOutputStream(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            from > 0 ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING)) {
      byte[] buffer = new byte[1 << 16];
      long done = from;
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        out.write(buffer, 0, read);
        done += read;
        progress.at(done);
      }
    } finally {
      progress.end();
    }
  }
}
