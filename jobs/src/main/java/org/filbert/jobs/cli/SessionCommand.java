package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
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

  @Override
  public Integer call() throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err); // answers alone go out
    return new Session(Filbert::run, answers).run(System.in) ? 0 : INTERRUPTED;
  }
}
