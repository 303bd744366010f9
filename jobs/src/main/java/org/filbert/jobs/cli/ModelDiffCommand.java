package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ConfigLeaves;
import org.filbert.model.Provenance;
import org.filbert.store.Manifest;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code filbert models diff}. */
@Command(
    name = "diff",
    footerHeading = Filbert.EXAMPLES,
    footer = {"  filbert models diff letter@3 letter@4"},
    description = "Show in what two models differ: shape, origin, error, files, configuration.")
final class ModelDiffCommand implements Callable<Integer> {
  @Mixin StoreOption store = new StoreOption();

  @Parameters(index = "0", paramLabel = ModelsCommand.REFERENCE, description = "A model.")
  String first = "";

  @Parameters(index = "1", paramLabel = ModelsCommand.REFERENCE, description = "Another one.")
  String second = "";

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    ModelVersion a = store.find(first);
    ModelVersion b = store.find(second);
    Map<String, String> ofA = facts(store.open(), a);
    Map<String, String> ofB = facts(store.open(), b);
    List<List<String>> table = new ArrayList<>();
    Set<String> keys = new TreeSet<>(ofA.keySet());
    keys.addAll(ofB.keySet());
    for (String key : keys) {
      String left = ofA.getOrDefault(key, "-");
      String right = ofB.getOrDefault(key, "-");
      if (!left.equals(right)) {
        table.add(List.of(key, left, right));
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    if (table.isEmpty()) {
      out.printf("%s and %s do not differ%n", a, b);
      out.flush();
      return 0;
    }
    table.add(0, List.of("", a.toString(), b.toString()));
    new TextTable(table).print(out);
    return 0;
  }

  private static SortedMap<String, String> facts(ModelStore models, ModelVersion version)
      throws IOException {
    Manifest manifest = models.manifest(version);
    Manifest.Summary summary = manifest.summary();
    Provenance provenance = models.provenance(version);
    SortedMap<String, String> facts = new TreeMap<>();
    facts.put("model type", manifest.modelType());
    facts.put("model kernel", summary.kernel());
    facts.put("model n", Long.toString(summary.n()));
    facts.put("model d", Integer.toString(summary.d()));
    facts.put("model k", Integer.toString(summary.k()));
    facts.put("model created", manifest.created());
    facts.put("model test error", ModelsCommand.testError(provenance));
    facts.put("model data", provenance.dataFingerprint());
    facts.put("model seed", Long.toString(provenance.seed()));
    provenance.versions().forEach((name, value) -> facts.put("version " + name, value));
    manifest
        .parts()
        .forEach(part -> facts.put("file " + part.file(), part.sha256().substring(0, 12)));
    try {
      facts.putAll(ConfigLeaves.of(provenance.configuration()));
    } catch (ConfigException e) {
      facts.put("configuration", provenance.configuration()); // a program has trained the model
    }
    return facts;
  }
}
