package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.flink.core.fs.Path;
import org.filbert.jobs.config.yaml.DurationText;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code filbert models gc}. */
@Command(
    name = "gc",
    footerHeading = Filbert.EXAMPLES,
    footer = {"  filbert models gc", "  filbert models gc --keep 5"},
    description =
        "Remove what writers that were killed have left behind, which readers do not see; with"
            + " --keep old versions, too.")
final class ModelGcCommand implements Callable<Integer> {
  @Mixin StoreOption store = new StoreOption();

  @Option(
      names = "--older-than",
      paramLabel = "TIME",
      defaultValue = "24 h",
      description =
          "Leave what was written since: a writer may be at work on it (default:"
              + " ${DEFAULT-VALUE}).")
  String olderThan = "";

  @Option(
      names = "--keep",
      paramLabel = "N",
      description = "Delete all but the N latest versions of each model (default: none).")
  @Nullable Integer keep;

  @Option(names = "--dry-run", description = "Only say what would be removed.")
  boolean dryRun;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (keep != null && keep < 1) {
      throw new IllegalArgumentException("--keep: found %s, must be at least 1".formatted(keep));
    }
    ModelStore models = store.open();
    Instant before = Clock.systemUTC().instant().minus(age());
    PrintWriter out = spec.commandLine().getOut();
    String done = dryRun ? "would remove " : "removed ";
    List<Path> debris = models.debris(before);
    if (!dryRun) {
      models.remove(debris);
    }
    debris.forEach(path -> out.println(done + path));
    int kept = keep == null ? Integer.MAX_VALUE : keep;
    for (String name : models.list()) {
      List<ModelVersion> versions = models.versions(name);
      for (ModelVersion old : versions.subList(0, Math.max(0, versions.size() - kept))) {
        if (!dryRun) {
          models.delete(old);
        }
        out.println(done + old);
      }
    }
    out.flush();
    return 0;
  }

  private Duration age() {
    try {
      return DurationText.parse(olderThan);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--older-than: " + e.getMessage(), e);
    }
  }
}
