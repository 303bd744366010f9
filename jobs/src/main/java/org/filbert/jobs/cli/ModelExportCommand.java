package org.filbert.jobs.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.flink.core.fs.Path;
import org.filbert.connectors.file.Location;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.filbert.store.NumpyExport;
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
    footer = {
      "  filbert models export letter@3 --output exported",
      "  filbert models export letter --format numpy --output letter-arrays"
    },
    description =
        "Copy a model into a directory, which is a store with this model alone, or arrays for"
            + " NumPy.")
final class ModelExportCommand implements Callable<Integer> {
  @Mixin StoreOption store = new StoreOption();

  @Parameters(paramLabel = ModelsCommand.REFERENCE, description = "The model.")
  String reference = "";

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "The directory. 'models import' reads it, docs/numpy_model.py that of arrays.")
  String output = "";

  @Option(
      names = "--format",
      paramLabel = "store|numpy",
      defaultValue = "store",
      description =
          "store, or numpy: a model.json and a .npy file for each array, with the numbers that"
              + " models draw from a seed (default: ${DEFAULT-VALUE}).")
  String format = "store";

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    ModelVersion version = store.find(reference);
    ModelStore models = store.open();
    Path directory = Location.of(ProjectPaths.ofProcess().output(output));
    if (format.equals("numpy")) {
      NumpyExport.write(version, models.load(version), directory);
      spec.commandLine().getOut().printf("%s exported to %s for NumPy%n", version, output);
      return 0;
    }
    if (!format.equals("store")) {
      throw new IllegalArgumentException("--format: found " + format + ", allowed store or numpy");
    }
    ModelVersion copy =
        ModelStore.open(directory)
            .copy(models, version, version.name(), models.manifest(version).runId());
    spec.commandLine().getOut().printf("%s exported to %s as %s%n", version, output, copy);
    return 0;
  }
}
