package org.filbert.jobs.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.flink.core.fs.Path;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code filbert models import}. */
@Command(
    name = "import",
    footerHeading = Filbert.EXAMPLES,
    footer = {"  filbert models import letter --from exported"},
    description =
        "Publish a model of another store in this one, as its next version. What was imported"
            + " before is found again.")
final class ModelImportCommand implements Callable<Integer> {
  @Mixin StoreOption store = new StoreOption();

  @Parameters(
      paramLabel = ModelsCommand.REFERENCE,
      description = "The model in the other store (default: its latest version).")
  String reference = "";

  @Option(
      names = "--from",
      required = true,
      paramLabel = "DIR",
      description = "The other store, such as a directory of 'models export'.")
  String from = "";

  @Option(
      names = "--as",
      paramLabel = "NAME",
      description = "Name in this store (default: that in the other one).")
  @Nullable String name;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    String path = ProjectPaths.ofProcess().output(from);
    ModelStore other = ModelStore.open(new Path(path));
    ModelVersion version = other.find(reference);
    ModelVersion imported =
        store
            .open()
            .copy(
                other,
                version,
                name == null ? version.name() : name,
                other.manifest(version).runId());
    spec.commandLine().getOut().printf("%s of %s imported as %s%n", version, from, imported);
    return 0;
  }
}
