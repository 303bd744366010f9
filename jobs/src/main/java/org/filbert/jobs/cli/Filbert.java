package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.filbert.jobs.process.Overrides;
import org.filbert.jobs.run.Application;
import org.filbert.jobs.run.AtExit;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command line {@code filbert COMMAND ...}. {@code flink run} starts this program too. */
@Command(
    name = "filbert",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert fit adult.csv --label income",
      "  filbert train conf/letter.yaml",
      "  filbert evaluate --model letter --input rows.csv"
    },
    description = "Large-scale kernel machine learning on Apache Flink.",
    mixinStandardHelpOptions = true,
    versionProvider = Filbert.Version.class,
    scope = ScopeType.INHERIT)
public final class Filbert {
  static final String EXAMPLES = "%nExamples:%n";

  private static final List<Class<?>> COMMANDS =
      List.of(
          InitCommand.class,
          FitCommand.class,
          TrainCommand.class,
          TrainOnlineCommand.class,
          EvaluateCommand.class,
          PredictCommand.class,
          SqlCommand.class,
          PlanCommand.class,
          CompareCommand.class,
          ModelsCommand.class,
          DataCommand.class,
          ConfigCommand.class,
          SchemaCommand.class,
          ClusterCommand.class,
          KafkaCommand.class,
          SessionCommand.class);

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Print errors with their stack traces.")
  boolean debug;

  /** Runs a command and ends the process. Flink formats and reads numbers in the JVM's locale. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int exitCode;
    try {
      exitCode =
          run(
              new PrintWriter(System.out, true, StandardCharsets.UTF_8),
              err,
              Overrides.complete(args));
    } catch (IOException e) {
      err.println("error: the file of overrides cannot be read: " + e);
      exitCode = 1;
    }
    if (exitCode == 0) {
      return;
    }
    if (Application.ofProcess().onJobManager()) {
      throw new IllegalStateException("the command ended with exit code " + exitCode);
    }
    System.exit(exitCode);
  }

  /** Runs a command. Returns 0 for success, 1 for an unexpected failure, 2 for unusable input. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    Filbert filbert = new Filbert();
    return commandLine(filbert, args)
        .setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler(
            (exception, command, parsed) ->
                AtExit.isUnderWay() && !filbert.debug
                    ? Failure.UNEXPECTED // of an interrupted command; its hooks tell the user
                    : new Failure(exception).report(command.getErr(), filbert.debug))
        .execute(args);
  }

  /** Builds only the subcommand that the first argument names, if any, as each takes time. */
  static CommandLine commandLine(Filbert filbert, String... args) {
    CommandLine line = new CommandLine(filbert);
    for (Class<?> command : COMMANDS) {
      if (args.length > 0 && command.getAnnotation(Command.class).name().equals(args[0])) {
        return line.addSubcommand(command);
      }
    }
    COMMANDS.forEach(line::addSubcommand);
    return line.addSubcommand(AutoComplete.GenerateCompletion.class);
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      @Nullable String version = Filbert.class.getPackage().getImplementationVersion();
      return new String[] {
        "filbert " + (version == null ? "(not packaged)" : version), "Java " + Runtime.version()
      };
    }
  }
}
