package org.filbert.jobs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The reference of the command line as Markdown, from what {@code --help} is made from. */
final class CommandLinePage {
  private static final String HEAD =
      """
      # Command line

      `./filbert COMMAND` builds what has changed, then runs the command. This page is made from the program;
      `./filbert COMMAND --help` prints the same, with examples. `--help` (`-h`), `--version` (`-V`) and `--debug`, which adds the stack
      trace to an error, belong to every command. For completion in bash or zsh: `source <(./filbert generate-completion)`.

      | exit code | |
      |---|---|
      | 0 | done |
      | 1 | unexpected failure |
      | 2 | something in the input, the model or the command that you can put right |
      | 3 | `cluster status`, `kafka status`: none runs |

      | environment variable | |
      |---|---|
      | `FILBERT_STORE` | directory of the model store |
      | `FILBERT_DATA` | directory of public data sets |
      | `FILBERT_HEAP` | Java heap, such as `4g`; 30 % of the machine's memory unless set |
      | `JAVA_HOME` | the JDK to use; unless set, the `java` on the PATH |
      | `FILBERT_JAVA_OPTS` | further options of the JVM |

      """;

  private final StringBuilder page = new StringBuilder(HEAD);

  static String of(CommandLine line) {
    CommandLinePage made = new CommandLinePage();
    line.getSubcommands().values().stream().map(CommandLine::getCommandSpec).forEach(made::command);
    return made.page.toString();
  }

  private void command(CommandSpec command) {
    if (command.name().equals("help") || command.usageMessage().hidden()) {
      return;
    }
    boolean leaf = command.subcommands().values().stream().allMatch(CommandLinePage::isHelp);
    page.append(command.parent().parent() == null ? "## " : "### ")
        .append(command.qualifiedName(" ").replaceFirst("^filbert ", ""))
        .append("\n\n")
        .append(plain(String.join(" ", command.usageMessage().description())))
        .append("\n\n");
    if (leaf) {
      arguments(command);
    }
    command.subcommands().values().stream().map(CommandLine::getCommandSpec).forEach(this::command);
  }

  private static boolean isHelp(CommandLine line) {
    return line.getCommandName().equals("help");
  }

  private void arguments(CommandSpec command) {
    List<ArgSpec> arguments = new ArrayList<>(command.positionalParameters());
    for (OptionSpec option : command.options()) {
      if (!option.inherited() && !option.usageHelp() && !option.versionHelp() && !option.hidden()) {
        arguments.add(option);
      }
    }
    if (arguments.isEmpty()) {
      return;
    }
    page.append("| argument | |\n|---|---|\n");
    for (ArgSpec argument : arguments) {
      page.append(
          "| `%s` | %s |\n".formatted(name(argument).replace("|", "\\|"), plain(text(argument))));
    }
    page.append('\n');
  }

  private static String name(ArgSpec argument) {
    String label = argument.paramLabel();
    if (!argument.isOption()) {
      return argument.arity().max() > 1 ? label + "..." : label;
    }
    String names = String.join("`, `", ((OptionSpec) argument).names());
    return argument.arity().max() == 0 ? names : names + " " + label;
  }

  private static String text(ArgSpec argument) {
    return String.join(" ", argument.description())
        + (argument.required() && argument.group() == null ? " Required." : "");
  }

  private static String plain(String text) {
    return text.replaceAll("%n", " ")
        .replace("%%", "%")
        .replace("<", "&lt;")
        .replace("|", "\\|")
        .lines()
        .collect(Collectors.joining(" "));
  }
}
