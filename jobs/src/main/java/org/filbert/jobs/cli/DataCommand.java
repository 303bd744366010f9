package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.filbert.jobs.config.ProjectPaths;
import org.filbert.jobs.datasets.Catalogue;
import org.filbert.jobs.datasets.DataDirectories;
import org.filbert.jobs.datasets.Fetcher;
import org.filbert.jobs.datasets.PublicDataSet;
import org.filbert.jobs.datasets.PublicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code filbert data list | get | verify}. */
@Command(
    name = "data",
    footerHeading = Filbert.EXAMPLES,
    footer = {"  filbert data list", "  filbert data get mnist"},
    description = {
      "Public data sets for the shipped configurations, from where they are published.",
      "They go into data where you stand, or into $FILBERT_DATA; what is in either or in the"
          + " project's own data directory is used."
    })
final class DataCommand {
  private static final int DAMAGED = 2;

  @Spec CommandSpec spec = CommandSpec.create();

  private final DataDirectories directories = ProjectPaths.ofProcess().dataDirectories();

  @Command(
      name = "list",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert data list"},
      description = "List the data sets, their licences, and which are here.")
  int list() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("name", "here", "licence", "what it is"));
    for (PublicDataSet set : Catalogue.shipped().dataSets()) {
      boolean here =
          set.files().stream().allMatch(file -> directories.find(file.file()).isPresent());
      rows.add(List.of(set.name(), here ? "yes" : "-", set.licence(), set.title()));
    }
    new TextTable(rows).print(out());
    return 0;
  }

  @Command(
      name = "get",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert data get mnist a9a"},
      description = "Download data sets and compare them with their SHA-256; goes on where it was.")
  int get(
      @Parameters(arity = "1..*", paramLabel = "NAME", description = "The data sets.")
          List<String> names)
      throws IOException, InterruptedException {
    Catalogue catalogue = Catalogue.shipped();
    for (String name : names) {
      PublicDataSet set = catalogue.find(name);
      out().printf("%s: %s%n", set.name(), set.title());
      out().printf("licence: %s, see %s%n", set.licence(), set.home());
      out().flush();
      List<Path> brought =
          new Fetcher(directories, new DownloadBar(spec.commandLine().getErr())).get(set);
      brought.forEach(file -> out().println("  " + file));
      out().println(brought.isEmpty() ? set.name() + " is already here" : set.name() + " is here");
      out().flush();
    }
    return 0;
  }

  @Command(
      name = "verify",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert data verify", "  filbert data verify mnist"},
      description = "Compare what is here with its SHA-256; exit code 2 if something differs.")
  int verify(
      @Parameters(
              arity = "0..*",
              paramLabel = "NAME",
              description = "The data sets; all that are here if none is named.")
          List<String> names)
      throws IOException {
    Catalogue catalogue = Catalogue.shipped();
    List<PublicDataSet> sets =
        Optional.ofNullable(names).filter(some -> !some.isEmpty()).stream()
            .flatMap(List::stream)
            .map(catalogue::find)
            .toList();
    boolean good = true;
    Fetcher fetcher = new Fetcher(directories, new DownloadBar(spec.commandLine().getErr()));
    for (PublicDataSet set : sets.isEmpty() ? catalogue.dataSets() : sets) {
      for (PublicFile file : set.files()) {
        Fetcher.State state = fetcher.state(file);
        if (state != Fetcher.State.ABSENT || !sets.isEmpty()) {
          out().printf("%-32s %s%n", file.file(), text(state));
        }
        good &= state != Fetcher.State.DAMAGED && (sets.isEmpty() || state != Fetcher.State.ABSENT);
      }
    }
    out().flush();
    return good ? 0 : DAMAGED;
  }

  private static String text(Fetcher.State state) {
    return switch (state) {
      case GOOD -> "OK";
      case UNCHECKED -> "is here; it was made of a checked archive";
      case ABSENT -> "is not here";
      case DAMAGED -> "is not as it should be: its SHA-256 differs";
    };
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
