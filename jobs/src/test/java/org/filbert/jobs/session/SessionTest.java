package org.filbert.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SessionTest {
  private final ByteArrayOutputStream answers = new ByteArrayOutputStream();

  private static int say(PrintWriter out, PrintWriter err, String... arguments) {
    switch (arguments[0]) {
      case "fail" -> throw new IllegalStateException("broken");
      case "refuse" -> err.print("error: found \"ä\"\n  more");
      default -> out.printf("%s%nhalf a %s", String.join(" ", arguments), "line");
    }
    out.flush();
    return arguments[0].equals("refuse") ? 2 : 0;
  }

  /** Answers with what is asked. */
  private static final class Echo implements Session.Messages {
    @Override
    public Object answer(JsonNode message) {
      if (message.has("wrong")) {
        throw new IllegalArgumentException("found wrong");
      }
      return message.get("say");
    }

    @Override
    public int report(Exception failure, PrintWriter err) {
      err.println("error: " + failure.getMessage());
      return 2;
    }
  }

  /** Requests whose end waits for the last answer. */
  private InputStream requests(String text, int commands) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
      @Override
      public synchronized int read(byte[] bytes, int from, int count) {
        int read = super.read(bytes, from, count);
        while (read < 0 && ended() < commands) {
          Thread.onSpinWait();
        }
        return read;
      }
    };
  }

  private long ended() {
    return lines().lines().filter(line -> line.startsWith("{\"exit\"")).count();
  }

  private String lines() {
    return answers.toString(StandardCharsets.UTF_8);
  }

  @Test
  void answersCommandsOneAfterTheOther() throws IOException {
    String text = "[\"predict\", \"x y\"]\n[\"refuse\"]\n[\"fail\"]\n[\"again\"]\n";
    Session session = new Session(SessionTest::say, new Echo(), answers);
    assertThat(session.run(requests(text, 4))).isTrue();
    assertThat(lines().lines())
        .containsExactly(
            "{\"out\":\"predict x y\"}",
            "{\"out\":\"half a line\"}",
            "{\"exit\":0}",
            "{\"err\":\"error: found \\\"ä\\\"\"}",
            "{\"err\":\"  more\"}",
            "{\"exit\":2}",
            "{\"err\":\"error: unexpected java.lang.IllegalStateException: broken\"}",
            "{\"exit\":1}",
            "{\"out\":\"again\"}",
            "{\"out\":\"half a line\"}",
            "{\"exit\":0}");
  }

  @Test
  void answersMessages() throws IOException {
    String text = "{\"say\": [1.5, NaN]}\n{\"wrong\": 1}\n[\"predict\"]\n";
    Session session = new Session(SessionTest::say, new Echo(), answers);
    assertThat(session.run(requests(text, 3))).isTrue();
    assertThat(lines().lines().limit(4))
        .containsExactly(
            "{\"answer\":[1.5,\"NaN\"]}",
            "{\"exit\":0}",
            "{\"err\":\"error: found wrong\"}",
            "{\"exit\":2}");
  }

  @Test
  void endsWithItsRequestsThoughACommandIsAtWork() throws IOException {
    CountDownLatch end = new CountDownLatch(1);
    Session session =
        new Session(
            (out, err, arguments) -> {
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return 0;
            },
            new Echo(),
            answers);
    assertThat(session.run(requests("[\"train\"]\n", 0))).isFalse();
    end.countDown();
  }

  @Test
  void refusesWhatIsNoListOfArguments() {
    Session session = new Session(SessionTest::say, new Echo(), answers);
    assertThatThrownBy(() -> session.run(requests("predict\n", 0)))
        .hasMessage("request: found predict, allowed a JSON list of arguments, or an object");
  }
}
