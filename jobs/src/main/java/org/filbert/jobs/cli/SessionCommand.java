package org.filbert.jobs.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.filbert.jobs.online.LocalStreams;
import org.filbert.jobs.session.Session;
import picocli.CommandLine.Command;

/** {@code filbert session}, for the Python package: its process keeps one JVM for all commands. */
@Command(
    name = "session",
    hidden = true,
    description =
        "Run the commands that come on the standard input, and end with it. Programs use it.")
final class SessionCommand implements Callable<Integer> {
  /** Exit code of a session whose last command was interrupted, as that of Ctrl-C. */
  private static final int INTERRUPTED = 130;

  /** Streams that the other process feeds. */
  private static final class Streams implements Session.Messages {
    private final LocalStreams streams = new LocalStreams();

    @Override
    public Object answer(JsonNode message) throws Exception {
      return streams.answer(message);
    }

    @Override
    public int report(Exception failure, PrintWriter err) {
      return new Failure(failure).report(err, false);
    }
  }

  @Override
  public Integer call() throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err); // answers alone go out
    return new Session(Filbert::run, new Streams(), answers).run(System.in) ? 0 : INTERRUPTED;
  }
}
