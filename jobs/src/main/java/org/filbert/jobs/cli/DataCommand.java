package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.filbert.connectors.parquet.InferredTable;
import org.filbert.connectors.read.Input;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.datasets.Catalogue;
import org.filbert.jobs.datasets.DataDirectories;
import org.filbert.jobs.datasets.Fetcher;
import org.filbert.jobs.datasets.PublicDataSet;
import org.filbert.jobs.datasets.PublicFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code filbert data list | get | infer | verify}. */
@Command(
    name = "data",
    footerHeading = Filbert.EXAMPLES,
    footer = {"  filbert data list", "  filbert data get mnist"},
    description = {
      "Download public data sets, which the shipped configurations use.",
      "They are stored in $FILBERT_DATA, by default in ./data. Files there and in the"
          + " project's own data directory are found."
    })
final class DataCommand {
  private static final int DAMAGED = 2;

  @Spec CommandSpec spec = CommandSpec.create();

  private final DataDirectories directories = ProjectPaths.ofProcess().dataDirectories();

  @Command(
      name = "list",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert data list"},
      description = "List the data sets, their licences, and whether they are here.")
  int list() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("name", "here", "licence", "description"));
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
      description = "Download data sets and check their SHA-256. A broken download is resumed.")
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
      name = "infer",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert data infer adult.csv --label income"},
      description = {
        "Propose the columns of a file of CSV, JSON lines, Parquet or npy: numbers, categories,"
            + " dates, texts, and what to ignore.",
        "Prints the section preprocessing of a configuration, from the first million rows."
      })
  int infer(
      @Parameters(paramLabel = "FILE", description = "The file of CSV, JSON lines, Parquet or npy.")
          String file,
      @Option(
              names = "--label",
              paramLabel = "COLUMN",
              description = "Name or number of the label's column, which is left out.")
          @Nullable String label)
      throws IOException {
    out()
        .print(
            InferredTable.of(Input.first(ProjectPaths.ofProcess().resolveData(file)))
                .section(label));
    out().flush();
    return 0;
  }

  @Command(
      name = "verify",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert data verify", "  filbert data verify mnist"},
      description = "Check the SHA-256 of the files. The exit code is 2 if one differs.")
  int verify(
      @Parameters(
              arity = "0..*",
              paramLabel = "NAME",
              description = "The data sets (default: all that are here).")
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
      case UNCHECKED -> "is here, from a checked archive";
      case ABSENT -> "is not here";
      case DAMAGED -> "is damaged: its SHA-256 differs";
    };
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
