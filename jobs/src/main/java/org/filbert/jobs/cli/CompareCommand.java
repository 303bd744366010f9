package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.training.report.RunComparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code filbert compare}. */
@Command(
    name = "compare",
    footerHeading = Filbert.EXAMPLES,
    footer = {"  filbert compare runs/letter-a runs/letter-b --page comparison.html"},
    description =
        "Show several training runs side by side: errors, times, and the keys of their"
            + " configurations that differ.")
final class CompareCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", arity = "1..*", description = "Run directories.")
  List<String> runs = List.of();

  @Option(
      names = "--page",
      paramLabel = "FILE",
      defaultValue = "comparison.html",
      description = "The page with the curves of all runs (default: ${DEFAULT-VALUE}).")
  String page = "";

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    ProjectPaths paths = ProjectPaths.ofProcess();
    RunComparison comparison = RunComparison.of(runs.stream().map(paths::output).toList());
    OutputFile file = new OutputFile("--page", page);
    file.write(comparison.html());
    PrintWriter out = spec.commandLine().getOut();
    new TextTable(comparison.table()).print(out);
    List<List<String>> differences = comparison.differences();
    out.println();
    if (differences.size() == 1) {
      out.println("the configurations are the same");
    } else {
      new TextTable(differences).print(out);
    }
    out.println();
    out.println("curves of all runs: " + file.path());
    out.flush();
    return 0;
  }
}
