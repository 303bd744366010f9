package org.filbert.jobs.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code filbert models promote}. */
@Command(
    name = "promote",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert models promote letter-trial@3 letter",
      "  filbert models promote letter@3"
    },
    description =
        "Publish a copy of a model as the latest version of a name: jobs that follow the name go"
            + " over to it.")
final class ModelPromoteCommand implements Callable<Integer> {
  @Mixin StoreOption store = new StoreOption();

  @Parameters(index = "0", paramLabel = ModelsCommand.REFERENCE, description = "The model.")
  String reference = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description = "The name (default: that of the model).")
  @Nullable String name;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    ModelVersion version = store.find(reference);
    ModelVersion latest = store.open().promote(version, name == null ? version.name() : name);
    spec.commandLine().getOut().printf("%s is now %s%n", version, latest);
    return 0;
  }
}
