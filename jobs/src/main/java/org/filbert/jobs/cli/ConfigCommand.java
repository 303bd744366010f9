package org.filbert.jobs.cli;

import java.util.concurrent.Callable;
import org.filbert.jobs.config.ConfigLoader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code filbert config CONFIG}. */
@Command(
    name = "config",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert config conf/letter.yaml",
      "  filbert config conf/letter.yaml --set kernel.sigma=median"
    },
    description =
        "Check a configuration of train or train-online, and print it with all defaults and"
            + " overrides.")
final class ConfigCommand implements Callable<Integer> {
  @Mixin ConfigOptions config = new ConfigOptions();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(new ConfigLoader().toYaml(config.loadAny()));
    spec.commandLine().getOut().flush();
    return 0;
  }
}
