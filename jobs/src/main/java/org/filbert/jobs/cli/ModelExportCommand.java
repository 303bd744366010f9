package org.filbert.jobs.cli;

import java.io.IOException;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.apache.flink.core.fs.Path;
import org.filbert.connectors.file.Location;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.filbert.store.NumpyExport;
import org.filbert.store.onnx.OnnxExport;
import org.jspecify.annotations.Nullable;
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
      "  filbert models export letter --format numpy --output letter-arrays",
      "  filbert models export letter --format onnx --output letter.onnx"
    },
    description =
        "Copy a model into a directory, which is a store with this model alone, or arrays for"
            + " NumPy; or write it as an ONNX file.")
final class ModelExportCommand implements Callable<Integer> {
  @Mixin StoreOption store = new StoreOption();

  @Parameters(paramLabel = ModelsCommand.REFERENCE, description = "The model.")
  String reference = "";

  @Option(
      names = "--output",
      required = true,
      paramLabel = "PATH",
      description =
          "The directory. 'models import' reads it, docs/numpy_model.py that of arrays. Of onnx,"
              + " the file.")
  String output = "";

  @Option(
      names = "--format",
      paramLabel = "store|numpy|onnx",
      defaultValue = "store",
      description =
          "store, numpy: a model.json and a .npy file for each array, with the numbers that"
              + " models draw from a seed, or onnx: a file that ONNX Runtime serves (default:"
              + " ${DEFAULT-VALUE}).")
  String format = "store";

  @Option(
      names = "--interval",
      paramLabel = "LEVEL",
      description =
          "Of onnx: the file also gives an interval around each number that the truth lies within"
              + " with this probability, as predict --interval does.")
  @Nullable Double interval;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    ModelVersion version = store.find(reference);
    ModelStore models = store.open();
    Path path = Location.of(ProjectPaths.ofProcess().output(output));
    if (interval != null && !format.equals("onnx")) {
      throw new IllegalArgumentException(
          "--interval: found --format " + format + ", allowed with --format onnx");
    }
    switch (format) {
      case "numpy" -> {
        NumpyExport.write(version, models.load(version), path);
        spec.commandLine().getOut().printf("%s exported to %s for NumPy%n", version, output);
      }
      case "onnx" -> {
        OnnxExport.write(version, models.load(version), level(), path);
        spec.commandLine().getOut().printf("%s exported to %s for ONNX%n", version, output);
      }
      case "store" -> {
        ModelVersion copy =
            ModelStore.open(path)
                .copy(models, version, version.name(), models.manifest(version).runId());
        spec.commandLine().getOut().printf("%s exported to %s as %s%n", version, output, copy);
      }
      default ->
          throw new IllegalArgumentException(
              "--format: found " + format + ", allowed store, numpy or onnx");
    }
    return 0;
  }

  private OptionalDouble level() {
    return interval == null ? OptionalDouble.empty() : OptionalDouble.of(interval);
  }
}
