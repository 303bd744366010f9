package org.filbert.jobs.cli;

import java.util.concurrent.Callable;
import org.filbert.jobs.config.ConfigSchema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code filbert schema}. */
@Command(
    name = "schema",
    footerHeading = Filbert.EXAMPLES,
    footer = "  filbert schema",
    description =
        "Print the JSON Schema of configurations, for editors that complete and check YAML.")
final class SchemaCommand implements Callable<Integer> {
  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(ConfigSchema.text());
    spec.commandLine().getOut().flush();
    return 0;
  }
}
