package org.filbert.jobs.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code filbert models rollback}. */
@Command(
    name = "rollback",
    footerHeading = Filbert.EXAMPLES,
    footer = {"  filbert models rollback letter"},
    description =
        "Publish a copy of the version before the latest as the latest one. A second rollback takes"
            + " the first one back; 'models promote' goes back further.")
final class ModelRollbackCommand implements Callable<Integer> {
  @Mixin StoreOption store = new StoreOption();

  @Parameters(paramLabel = "NAME", description = "The name of the models.")
  String name = "";

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    ModelStore models = store.open();
    ModelVersion latest = models.latest(name);
    ModelVersion before = models.before(name);
    ModelVersion again = models.promote(before, name);
    spec.commandLine().getOut().printf("%s, as %s was before %s%n", again, before, latest);
    return 0;
  }
}
