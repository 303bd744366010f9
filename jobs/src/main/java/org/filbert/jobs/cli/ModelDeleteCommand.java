package org.filbert.jobs.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.filbert.store.ModelVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code filbert models delete}. */
@Command(
    name = "delete",
    footerHeading = Filbert.EXAMPLES,
    footer = {"  filbert models delete letter@3"},
    description =
        "Delete a version. The latest one is not deleted while there are others. Jobs that have"
            + " loaded the version go on with it, and cannot begin with it again.")
final class ModelDeleteCommand implements Callable<Integer> {
  @Mixin StoreOption store = new StoreOption();

  @Parameters(paramLabel = "NAME@VERSION", description = "The model.")
  String reference = "";

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (!reference.contains("@")) {
      throw new IllegalArgumentException(
          "model: found %s, allowed NAME@VERSION: a version is deleted at a time"
              .formatted(reference));
    }
    ModelVersion version = store.find(reference);
    store.open().delete(version);
    spec.commandLine().getOut().printf("%s deleted%n", version);
    return 0;
  }
}
