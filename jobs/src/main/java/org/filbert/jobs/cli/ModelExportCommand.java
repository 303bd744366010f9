package org.filbert.jobs.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.flink.core.fs.Path;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code filbert models export}. */
@Command(
    name = "export",
    footerHeading = Filbert.EXAMPLES,
    footer = {"  filbert models export letter@3 --output exported"},
    description = "Copy a model into a directory, which is a store with this model alone.")
final class ModelExportCommand implements Callable<Integer> {
  @Mixin StoreOption store = new StoreOption();

  @Parameters(paramLabel = ModelsCommand.REFERENCE, description = "The model.")
  String reference = "";

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "The directory. 'models import' reads it.")
  String output = "";

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    ModelVersion version = store.find(reference);
    ModelStore models = store.open();
    ModelVersion copy =
        ModelStore.open(new Path(ProjectPaths.ofProcess().output(output)))
            .copy(models, version, version.name(), models.manifest(version).runId());
    spec.commandLine().getOut().printf("%s exported to %s as %s%n", version, output, copy);
    return 0;
  }
}
