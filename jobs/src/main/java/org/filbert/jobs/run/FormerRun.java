package org.filbert.jobs.run;

import java.io.IOException;
import java.util.Optional;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.section.RunConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ConfigException;

/**
 * The run that has a directory which a new run asks for.
 *
 * @param ended whether it has finished
 * @param command that began it; empty if the directory does not tell
 * @param advice how to resume it from a checkpoint; empty without one
 */
record FormerRun(String directory, boolean ended, Optional<String> command, String advice) {

  static FormerRun in(String directory) throws IOException {
    RunDirectory run = new RunDirectory(directory);
    Optional<RunIdentity> identity = run.readJson(RunStart.RUN, RunIdentity.class);
    Optional<Record> config = identity.flatMap(FormerRun::configuration);
    Optional<String> command =
        config.map(each -> each instanceof OnlineConfig ? "train-online" : "train");
    return new FormerRun(
        directory,
        run.has(RunDirectory.SUMMARY),
        command,
        command.isEmpty()
            ? ""
            : new RunStart(
                    directory, identity.orElseThrow(), RunStart.Occasion.RESUMED, Optional.empty())
                .resumption(command.get(), ((RunConfig) config.orElseThrow()).checkpoint())
                .advice());
  }

  private static Optional<Record> configuration(RunIdentity identity) {
    try {
      return Optional.of(new ConfigLoader().parseAny(identity.configuration()));
    } catch (ConfigException e) {
      return Optional.empty(); // of another version
    }
  }

  /** Says why a new run may not take the directory, and what to do instead. */
  ConfigException refusal() {
    return new ConfigException(
        directory + ": contains a run " + state() + "; --out names another directory");
  }

  private String state() {
    if (ended) {
      return "that has ended: " + directory + "/" + RunDirectory.REPORT + " shows it";
    }
    if (!advice.isEmpty()) {
      return "that has not ended: unless it is still going on, " + advice;
    }
    return "that has no checkpoint: unless it is still going on, "
        + (command.filter("train"::equals).isPresent()
            ? "./filbert train --resume begins it anew"
            : "delete the directory");
  }
}
