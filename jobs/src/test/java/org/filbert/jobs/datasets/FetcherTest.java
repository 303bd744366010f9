package org.filbert.jobs.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetcherTest {
  private static final DownloadProgress SILENT =
      new DownloadProgress() {
        @Override
        public void begin(Path file, long from, long size) {}

        @Override
        public void at(long bytes) {}

        @Override
        public void end() {}
      };

  @TempDir Path directory;

  private final Map<String, byte[]> published = new HashMap<>();
  private final List<String> requests = new ArrayList<>();
  private int cutAt = Integer.MAX_VALUE;
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** Answers range requests, and breaks off after some bytes if told to. */
  private void answer(HttpExchange exchange) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    requests.add(exchange.getRequestURI().getPath() + (range == null ? "" : " " + range));
    byte[] all = published.get(exchange.getRequestURI().getPath());
    if (all == null) {
      exchange.sendResponseHeaders(404, -1);
    } else {
      int from = range == null ? 0 : Integer.parseInt(range.replaceAll("\\D", ""));
      int status = range == null ? 200 : from < all.length ? 206 : 416;
      exchange.sendResponseHeaders(status, status == 416 ? -1 : all.length - from);
      if (status != 416) {
        OutputStream out = exchange.getResponseBody();
        out.write(all, from, Math.min(all.length - from, cutAt));
        out.flush();
      }
    }
    exchange.close();
  }

  private String address(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private Fetcher fetcher() {
    return new Fetcher(new DataDirectories(List.of(directory)), SILENT);
  }

  private PublicDataSet set(PublicFile file) {
    return new PublicDataSet("tiny", "", "", "", Optional.empty(), List.of(file));
  }

  private PublicFile file(String name, String path, byte[] contents) throws Exception {
    return new PublicFile(
        name,
        Optional.of(address(path)),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.of(contents.length),
        Optional.of(sum(contents)));
  }

  private static String sum(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private byte[] unpacked(String file) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(directory.resolve(file)))) {
      return in.readAllBytes();
    }
  }

  private List<String> files() throws IOException {
    try (var files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void downloadsOnceAndPacksWhatIsNotPacked() throws Exception {
    byte[] contents = bytes(300_000);
    published.put("/plain", contents);
    published.put("/packed.gz", packed(contents));

    assertThat(fetcher().get(set(file("a/plain.gz", "/plain", contents))))
        .containsExactly(directory.resolve("a/plain.gz"));
    fetcher().get(set(file("a/packed.gz", "/packed.gz", contents)));
    fetcher().get(set(file("a/bare", "/plain", contents)));

    assertThat(unpacked("a/plain.gz")).isEqualTo(contents);
    assertThat(unpacked("a/packed.gz")).isEqualTo(contents);
    assertThat(directory.resolve("a/bare")).hasBinaryContent(contents);
    assertThat(files()).containsExactly("a/bare", "a/packed.gz", "a/plain.gz");
    assertThat(fetcher().get(set(file("a/plain.gz", "/plain", contents)))).isEmpty();
    assertThat(requests).hasSize(3);
  }

  @Test
  void goesOnWhereItWasBrokenOff() throws Exception {
    byte[] contents = bytes(300_000);
    published.put("/cut", contents);
    PublicFile file = file("cut", "/cut", contents);
    cutAt = 100_000;
    assertThatThrownBy(() -> fetcher().get(set(file)))
        .isInstanceOf(DataSetException.class)
        .hasMessageContaining("cannot download " + address("/cut"))
        .hasMessageContaining(directory.resolve("cut").toString())
        .hasMessageContaining(sum(contents));
    assertThat(files()).containsExactly("cut.part");
    long have = Files.size(directory.resolve("cut.part"));
    assertThat(have).isBetween(1L, 100_000L);

    cutAt = Integer.MAX_VALUE;
    fetcher().get(set(file));
    assertThat(directory.resolve("cut")).hasBinaryContent(contents);
    assertThat(requests).containsExactly("/cut", "/cut bytes=" + have + "-");
  }

  @Test
  void aDownloadThatWasCompleteButNotCheckedIsChecked() throws Exception {
    byte[] contents = bytes(1000);
    published.put("/all", contents);
    Files.write(directory.resolve("all.part"), contents);
    fetcher().get(set(file("all", "/all", contents)));
    assertThat(directory.resolve("all")).hasBinaryContent(contents);
    assertThat(files()).containsExactly("all");
  }

  @Test
  void throwsAwayWhatIsNotWhatItShouldBe() throws Exception {
    byte[] contents = bytes(1000);
    published.put("/other", bytes(999));
    assertThatThrownBy(() -> fetcher().get(set(file("other", "/other", contents))))
        .isInstanceOf(DataSetException.class)
        .hasMessageContaining(address("/other") + " gives 999 bytes with the SHA-256 ")
        .hasMessageContaining("expected 1,000 bytes with " + sum(contents))
        .hasMessageContaining("To put the file there by hand: " + directory.resolve("other"));
    published.put("/damaged.gz", Arrays.copyOf(packed(contents), 500));
    assertThatThrownBy(() -> fetcher().get(set(file("d.gz", "/damaged.gz", contents))))
        .isInstanceOf(DataSetException.class)
        .hasMessageContaining("gives an unusable file");
    assertThat(files()).isEmpty();
  }

  @Test
  void saysWhatTheServerAnswersAndThatNoneDoes() throws Exception {
    assertThatThrownBy(() -> fetcher().get(set(file("x", "/absent", bytes(1)))))
        .hasMessageContaining(
            "cannot download " + address("/absent") + " (the server answers 404)");
    server.stop(0);
    assertThatThrownBy(() -> fetcher().get(set(file("x", "/absent", bytes(1)))))
        .isInstanceOf(DataSetException.class)
        .hasMessageContaining("cannot download " + address("/absent"));
  }

  @Test
  void aFileThatIsHereIsUsedAndComparedWithItsSum() throws Exception {
    byte[] contents = bytes(1000);
    PublicFile file = file("here.gz", "/here", contents);
    assertThat(fetcher().state(file)).isEqualTo(Fetcher.State.ABSENT);
    Files.write(directory.resolve("here.gz"), packed(contents));
    assertThat(fetcher().state(file)).isEqualTo(Fetcher.State.GOOD);
    assertThat(fetcher().get(set(file))).isEmpty();
    Files.write(directory.resolve("here.gz"), bytes(10));
    assertThat(fetcher().state(file)).isEqualTo(Fetcher.State.DAMAGED);
    assertThatThrownBy(() -> fetcher().get(set(file)))
        .isInstanceOf(DataSetException.class)
        .hasMessageContaining("is damaged");
    assertThat(requests).isEmpty();
  }

  @Test
  void writesArffAsCsv() throws Exception {
    byte[] csv = "a,the class\n1,UP\n2,DOWN\n".getBytes(StandardCharsets.UTF_8);
    published.put(
        "/t.arff",
        "% prices\n@relation t\n@attribute a numeric\n@Attribute 'the class' {UP, DOWN}\n\n@data\n1,UP\n2,DOWN"
            .getBytes(StandardCharsets.UTF_8));
    PublicFile file =
        new PublicFile(
            "t.csv.gz",
            Optional.of(address("/t.arff")),
            Optional.of(PublicFile.Form.ARFF),
            Optional.empty(),
            OptionalLong.of(csv.length),
            Optional.of(sum(csv)));
    fetcher().get(set(file));
    assertThat(unpacked("t.csv.gz")).isEqualTo(csv);

    published.put("/t.arff", "<html>".getBytes(StandardCharsets.UTF_8));
    Files.delete(directory.resolve("t.csv.gz"));
    assertThatThrownBy(() -> fetcher().get(set(file)))
        .hasMessageContaining("it is not an ARFF file: no @attribute or no @data");
  }

  @Test
  void makesJsonLinesOfAnArchiveOfReviews() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
      add(tar, "aclImdb/train/pos/10_9.txt", "Very \"good\"\n");
      add(tar, "aclImdb/train/neg/2_1.txt", "Mäßig");
      add(tar, "aclImdb/train/pos/9_7.txt", "fine");
      add(tar, "aclImdb/train/unsup/1_0.txt", "?");
      add(tar, "aclImdb/test/pos/0_8.txt", "good");
    }
    byte[] archive = bytes.toByteArray();
    published.put("/reviews.tar.gz", archive);
    PublicDataSet set =
        new PublicDataSet(
            "reviews",
            "",
            "",
            "",
            Optional.of(file("r/reviews.tar.gz", "/reviews.tar.gz", archive)),
            List.of(part("r/train.jsonl.gz", "train"), part("r/test.jsonl.gz", "test")));

    assertThat(fetcher().get(set)).hasSize(2);

    assertThat(new String(unpacked("r/train.jsonl.gz"), StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {"id": 2, "label": "neg", "rating": 1, "text": "Mäßig"}
            {"id": 9, "label": "pos", "rating": 7, "text": "fine"}
            {"id": 10, "label": "pos", "rating": 9, "text": "Very \\"good\\""}
            """);
    assertThat(unpacked("r/test.jsonl.gz")).hasSize(55);
    assertThat(files()).containsExactly("r/test.jsonl.gz", "r/train.jsonl.gz");
    assertThat(requests).hasSize(1);
    assertThat(fetcher().state(set.files().get(0))).isEqualTo(Fetcher.State.UNCHECKED);
  }

  private static PublicFile part(String name, String part) {
    return new PublicFile(
        name,
        Optional.empty(),
        Optional.of(PublicFile.Form.REVIEWS),
        Optional.of(part),
        OptionalLong.empty(),
        Optional.empty());
  }

  private static void add(TarArchiveOutputStream tar, String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setSize(bytes.length);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }
}
