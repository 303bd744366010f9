package org.filbert.jobs.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the commands that another process sends, as lines of JSON in UTF-8:
 *
 * <pre>
 * request  ["predict", "--model", "letter", ...]
 * answers  {"out": "a line"} or {"err": "a line"}, any number of each
 *          {"exit": 0}
 * </pre>
 *
 * <p>A request that is a JSON object is a message, which is answered by {"answer": ...} before the
 * exit code.
 *
 * <p>Commands run one after the other. The session ends with its requests: when the other process
 * closes them, or ends in any way. A command that is then at work is to be interrupted.
 */
public final class Session {
  /** What runs a command. Returns its exit code. */
  public interface Commands {
    int run(PrintWriter out, PrintWriter err, String... arguments);
  }

  /** What answers a message. */
  public interface Messages {
    /** Returns what JSON is made of. */
    Object answer(JsonNode message) throws Exception;

    /** Says what is wrong. Returns the exit code. */
    int report(Exception failure, PrintWriter err);
  }

  /** Messages may have NaN among their numbers. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private final Commands commands;
  private final Messages messages;
  private final PrintStream answers;
  private final AtomicInteger pending = new AtomicInteger();

  public Session(Commands commands, Messages messages, OutputStream answers) {
    this.commands = commands;
    this.messages = messages;
    this.answers = new PrintStream(answers, false, StandardCharsets.UTF_8);
  }

  /**
   * Runs the requests.
   *
   * @return whether all commands had ended when the requests did
   * @throws IOException if the requests cannot be read
   */
  public boolean run(InputStream requests) throws IOException {
    ExecutorService worker =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "filbert-session");
              thread.setDaemon(true); // an interrupted command does not hold up the end
              return thread;
            });
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(requests, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Work work = work(line);
      pending.incrementAndGet();
      worker.execute(() -> answer(work));
    }
    worker.shutdown();
    return pending.get() == 0;
  }

  private interface Work {
    int run(PrintWriter out, PrintWriter err);
  }

  private Work work(String line) {
    try {
      JsonNode request = JSON.readTree(line);
      if (request.isObject()) {
        return (out, err) -> answer(request, err);
      }
      String[] arguments = JSON.treeToValue(request, String[].class);
      return (out, err) -> commands.run(out, err, arguments);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "request: found " + line + ", allowed a JSON list of arguments, or an object", e);
    }
  }

  private int answer(JsonNode message, PrintWriter err) {
    try {
      send("answer", messages.answer(message));
      return 0;
    } catch (Exception e) {
      return messages.report(e, err);
    }
  }

  private void answer(Work work) {
    int exit = 1;
    try (PrintWriter out = lines("out");
        PrintWriter err = lines("err")) {
      try {
        exit = work.run(out, err);
      } catch (RuntimeException | Error e) {
        err.println("error: unexpected " + e);
      }
    } finally {
      pending.decrementAndGet();
      send("exit", exit);
    }
  }

  private PrintWriter lines(String name) {
    return new PrintWriter(new AnswerLines(line -> send(name, line)));
  }

  private void send(String name, Object value) {
    try {
      String answer = JSON.writeValueAsString(Map.of(name, value));
      synchronized (answers) {
        answers.print(answer + "\n");
        answers.flush();
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
