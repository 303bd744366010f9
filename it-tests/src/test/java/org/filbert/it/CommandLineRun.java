package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.jobs.cli.Filbert;

/** Output and exit code of a command. */
public record CommandLineRun(int exitCode, String out, String err) {

  public static CommandLineRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = Filbert.run(new PrintWriter(out), new PrintWriter(err), args);
    return new CommandLineRun(exitCode, out.toString(), err.toString());
  }

  /** Evaluates a model of the store in a directory with the rows of a file there. */
  static CommandLineRun evaluate(Path directory, String model, String file, String... more) {
    List<String> args =
        List.of(
            "evaluate",
            "--store",
            directory.resolve("store").toString(),
            "--model",
            model,
            "--input",
            directory.resolve(file).toString());
    return of(Stream.concat(args.stream(), Stream.of(more)).toArray(String[]::new));
  }

  public CommandLineRun assertDone() {
    assertThat(err).isEmpty();
    assertThat(exitCode).isZero();
    return this;
  }

  /**
   * A message of one line, followed at most by the command to resume with if there is a checkpoint.
   */
  public void assertRefused(String message) {
    assertThat(err).contains(message).startsWith("error: ").doesNotContain("\tat ");
    assertThat(err.strip().lines().filter(line -> !line.startsWith("go on with: "))).hasSize(1);
    assertThat(exitCode).isEqualTo(2);
  }
}
