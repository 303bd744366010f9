package org.filbert.jobs.cli;

import java.util.List;
import org.filbert.jobs.kafka.Topics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code filbert kafka topics create | list}. */
@Command(
    name = "topics",
    footerHeading = Filbert.EXAMPLES,
    footer = {"  filbert kafka topics list"},
    description = "Create and list topics.")
final class KafkaTopicsCommand {
  @ParentCommand KafkaCommand kafka = new KafkaCommand();

  @Spec CommandSpec spec = CommandSpec.create();

  @Command(
      name = "create",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert kafka topics create letters letters-scored --partitions 4"},
      description = "Create topics.")
  int create(
      @Parameters(arity = "1..*", paramLabel = "NAME") List<String> names,
      @Option(
              names = "--partitions",
              defaultValue = "1",
              paramLabel = "N",
              description = "Partitions per topic (default: ${DEFAULT-VALUE}).")
          int partitions)
      throws InterruptedException {
    try (Topics topics = new Topics(kafka.bootstrapServers())) {
      topics.create(names, partitions);
    }
    spec.commandLine().getOut().println("created " + String.join(", ", names));
    return 0;
  }

  @Command(
      name = "list",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert kafka topics list"},
      description = "List topics and their numbers of partitions.")
  int list() throws InterruptedException {
    try (Topics topics = new Topics(kafka.bootstrapServers())) {
      topics
          .list()
          .forEach((name, count) -> spec.commandLine().getOut().println(name + " " + count));
    }
    return 0;
  }
}
