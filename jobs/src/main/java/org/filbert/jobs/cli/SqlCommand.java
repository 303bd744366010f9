package org.filbert.jobs.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.query.ScriptRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code filbert sql FILE...}. */
@Command(
    name = "sql",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert sql tables.sql train.sql",
      "  filbert sql prices.sql --cluster --parallelism 2"
    },
    description = {
      "Run files of statements of Flink SQL, each of which ends with a semicolon, and print what"
          + " they answer.",
      "A statement begins when the job of the one before has ended. Models of a store are a"
          + " catalog, and ML_PREDICT, fit, train and evaluate are there without a jar."
    })
final class SqlCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "The statements. What a file makes, the next ones have.")
  List<String> files = List.of();

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Tasks of an operator, unless the file sets another number (default: ${DEFAULT-VALUE}).")
  int parallelism;

  @Mixin FlinkOptions flink = new FlinkOptions();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    if (files.isEmpty()) {
      throw new ConfigException(
          "FILE: found none, allowed a file of statements; for a prompt, put filbert-jobs.jar into"
              + " lib of Flink 2.2 and start its bin/sql-client.sh");
    }
    if (parallelism < 1) {
      throw new IllegalArgumentException(
          "--parallelism: found " + parallelism + ", allowed 1 or more");
    }
    if (flink.onCluster()) {
      return flink.submit(
          spec,
          FlinkOptions.withoutCluster(spec.root().commandLine().getParseResult().originalArgs()),
          parallelism);
    }
    new ScriptRun(FlinkOptions.configuration(), parallelism, spec.commandLine().getOut())
        .run(files, ProjectPaths.ofProcess());
    return 0;
  }
}
