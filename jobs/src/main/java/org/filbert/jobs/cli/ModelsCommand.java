package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.filbert.jobs.scoring.JsonText;
import org.filbert.jobs.training.report.InputDirection;
import org.filbert.jobs.training.report.InputShare;
import org.filbert.model.CurvePoint;
import org.filbert.model.Provenance;
import org.filbert.model.RowEncoder;
import org.filbert.store.Manifest;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelStoreException;
import org.filbert.store.ModelVersion;
import org.filbert.store.Verification;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code filbert models ...}: what looks at models; its subcommands compare and change them. */
@Command(
    name = "models",
    footerHeading = Filbert.EXAMPLES,
    footer = {"  filbert models list", "  filbert models show letter@3"},
    subcommands = {
      ModelDiffCommand.class,
      ModelExportCommand.class,
      ModelImportCommand.class,
      ModelPromoteCommand.class,
      ModelRollbackCommand.class,
      ModelDeleteCommand.class,
      ModelGcCommand.class
    },
    description = "Look at the models in a store, and move them.")
final class ModelsCommand {
  private static final int DAMAGED = 2;
  static final String REFERENCE = "NAME[@VERSION]";

  @Spec CommandSpec spec = CommandSpec.create();

  @Command(
      name = "list",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert models list"},
      description = "List all models with their latest versions.")
  int list(@Mixin StoreOption option) throws IOException {
    ModelStore store = option.open();
    List<List<String>> table = new ArrayList<>();
    for (String name : store.list()) {
      table.add(row(store, store.latest(name)));
    }
    if (table.isEmpty()) {
      print("no models in " + option.path());
      return 0;
    }
    table.add(0, List.of("model", "n", "d", "k", "kernel", "test error", "MiB", "created"));
    new TextTable(table).print(spec.commandLine().getOut());
    return 0;
  }

  /** A damaged model is listed with its error, so that the others are still shown. */
  private static List<String> row(ModelStore store, ModelVersion version) throws IOException {
    try {
      Manifest manifest = store.manifest(version);
      Manifest.Summary summary = manifest.summary();
      return List.of(
          version.toString(),
          Long.toString(summary.n()),
          Integer.toString(summary.d()),
          Integer.toString(summary.k()),
          summary.kernel(),
          testError(store.provenance(version)),
          String.format(Locale.ROOT, "%.1f", manifest.size() / 0x1p20),
          manifest.created());
    } catch (ModelStoreException e) {
      return List.of(version.toString(), "damaged: " + e.getMessage());
    }
  }

  /** The last test error of a training, as text; a dash without one. */
  static String testError(Provenance provenance) {
    List<CurvePoint> curve = provenance.curve();
    @Nullable Double error = curve.isEmpty() ? null : curve.get(curve.size() - 1).testError();
    return error == null ? "-" : String.format(Locale.ROOT, "%.5g", error);
  }

  @Command(
      name = "show",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert models show letter", "  filbert models show letter@3 --json"},
      description = "Show a model's origin, its parts, and the inputs of a learned metric.")
  int show(
      @Mixin StoreOption option,
      @Parameters(paramLabel = REFERENCE, description = "The model.") String reference,
      @Option(names = "--json", description = "Print JSON.") boolean json)
      throws IOException {
    ModelStore store = option.open();
    ModelVersion version = option.find(reference);
    RowEncoder preprocessing = store.preprocessing(version);
    Provenance provenance = store.provenance(version);
    ModelText text =
        new ModelText(
            store.manifest(version),
            provenance,
            ModelRows.of(preprocessing, store.outputs(version), provenance),
            InputShare.of(preprocessing),
            InputDirection.of(preprocessing));
    if (json) {
      print(JsonText.indented(text));
    } else {
      text.print(spec.commandLine().getOut());
    }
    return 0;
  }

  @Command(
      name = "verify",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert models verify letter@3"},
      description = "Check all files of a model. The exit code is 2 if one is missing or damaged.")
  int verify(
      @Mixin StoreOption option,
      @Parameters(paramLabel = REFERENCE, description = "The model.") String reference)
      throws IOException {
    ModelVersion version = option.find(reference);
    Verification verification = option.open().verify(version);
    for (Verification.Check check : verification.checks()) {
      String problem = check.problem();
      print("%-24s %s".formatted(check.file(), problem == null ? "OK" : problem));
    }
    print(version + (verification.ok() ? " is complete" : " must not be used"));
    return verification.ok() ? 0 : DAMAGED;
  }

  private void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
