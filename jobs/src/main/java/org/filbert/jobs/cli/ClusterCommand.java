package org.filbert.jobs.cli;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.filbert.jobs.cluster.ClusterOverview;
import org.filbert.jobs.cluster.Installation;
import org.filbert.jobs.cluster.LocalCluster;
import org.filbert.jobs.cluster.LocalClusterOptions;
import org.filbert.jobs.config.yaml.ByteSize;
import org.filbert.jobs.process.ClusterException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code filbert cluster start | add | status | stop}. */
@Command(
    name = "cluster",
    footerHeading = Filbert.EXAMPLES,
    footer = {
      "  filbert cluster start --task-managers 2",
      "  filbert train conf/letter.yaml --cluster",
      "  filbert cluster stop"
    },
    description = "Run a Flink cluster of separate processes on this machine.")
final class ClusterCommand {
  private static final int NOT_RUNNING = 3;

  @Option(
      names = "--directory",
      scope = ScopeType.INHERIT,
      paramLabel = "DIR",
      description = "Directory of the cluster's files (default: .filbert/cluster).")
  @Nullable Path directory;

  @Spec CommandSpec spec = CommandSpec.create();

  @Command(
      name = "start",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert cluster start --task-managers 2 --slots 1 --memory 4g"},
      description = "Start a JobManager and TaskManagers, and wait until they are up.")
  int start(
      @Option(
              names = "--task-managers",
              defaultValue = "2",
              paramLabel = "N",
              description = "Number of TaskManager processes (default: ${DEFAULT-VALUE}).")
          int taskManagers,
      @Option(
              names = "--slots",
              defaultValue = "1",
              paramLabel = "N",
              description = "Slots per TaskManager (default: ${DEFAULT-VALUE}).")
          int slots,
      @Option(
              names = "--rest-port",
              defaultValue = "8081",
              paramLabel = "PORT",
              description =
                  "Port of the web page and for clients, 0 for any (default: ${DEFAULT-VALUE}).")
          int restPort,
      @Option(
              names = "--memory",
              converter = SizeConverter.class,
              paramLabel = "SIZE",
              description =
                  "Memory per TaskManager process, such as 4g (default: 70 %% of the machine's,"
                      + " shared).")
          @Nullable ByteSize memory,
      @Option(
              names = "--timeout",
              defaultValue = "60",
              paramLabel = "SECONDS",
              description = "Longest time to wait, in seconds (default: ${DEFAULT-VALUE}).")
          int timeoutSeconds)
      throws InterruptedException {
    ByteSize jobManagerMemory = ByteSize.ofMebibytes(1024);
    LocalClusterOptions options =
        new LocalClusterOptions(
            directory(),
            taskManagers,
            slots,
            restPort,
            jobManagerMemory,
            memory != null ? memory : share(jobManagerMemory, taskManagers),
            Map.of(),
            Duration.ofSeconds(timeoutSeconds));
    LocalCluster cluster = LocalCluster.start(options, Installation.ofProcess());
    out()
        .printf(
            "cluster is up at %s: %s of %s with %s each, logs in %s%n",
            cluster.rest(),
            counted(taskManagers, "TaskManager"),
            options.taskManagerMemory(),
            counted(slots, "slot"),
            cluster.logs());
    return 0;
  }

  @Command(
      name = "add",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert cluster add", "  filbert cluster add --task-managers 2"},
      description = {
        "Start TaskManagers in a cluster that runs, and the JobManager again if it has died.",
        "Runs that wait for slots go on as soon as these are there."
      })
  int add(
      @Option(
              names = "--task-managers",
              paramLabel = "N",
              description =
                  "Number of TaskManager processes (default: as many as have died, or 1).")
          @Nullable Integer taskManagers,
      @Option(
              names = "--timeout",
              defaultValue = "60",
              paramLabel = "SECONDS",
              description = "Longest time to wait, in seconds (default: ${DEFAULT-VALUE}).")
          int timeoutSeconds)
      throws InterruptedException {
    LocalCluster cluster =
        LocalCluster.find(directory())
            .filter(found -> !found.processes().isEmpty())
            .orElseThrow(
                () ->
                    new ClusterException(
                        "no cluster runs in %s: start one with filbert cluster start"
                            .formatted(directory())));
    boolean again = cluster.lacksJobManager();
    int died = cluster.dead().size() - (again ? 1 : 0);
    int more = taskManagers != null ? taskManagers : again ? died : Math.max(1, died);
    if (more < 0 || more > 64) {
      throw new IllegalArgumentException("--task-managers: found " + more + ", allowed 0 to 64");
    }
    LocalCluster now =
        cluster.add(more, Installation.ofProcess(), Duration.ofSeconds(timeoutSeconds));
    if (again) {
      out().println("the JobManager is up again, without the jobs that it had: resume their runs");
    }
    out().printf("%s added, %s in all%n", counted(more, "TaskManager"), now.taskManagers().size());
    return 0;
  }

  private static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  @Command(
      name = "status",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert cluster status"},
      description = "Tell whether the cluster runs. The exit code is 3 if it does not.")
  int status() throws InterruptedException {
    Optional<LocalCluster> found = LocalCluster.find(directory());
    if (found.isEmpty()) {
      out().println("no cluster runs in " + directory());
      return NOT_RUNNING;
    }
    LocalCluster cluster = found.get();
    cluster.dead().forEach((name, log) -> out().println(name + " has died, see " + log));
    if (!cluster.dead().isEmpty()) {
      out().println("'filbert cluster add' replaces what has died");
    }
    Optional<ClusterOverview> overview = ClusterOverview.of(cluster.rest());
    overview.ifPresentOrElse(
        up ->
            out()
                .printf(
                    "cluster is up at %s: %s, %s of %s free, %s running%n",
                    cluster.rest(),
                    counted(up.taskManagers(), "TaskManager"),
                    up.freeSlots(),
                    counted(up.slots(), "slot"),
                    counted(up.runningJobs(), "job")),
        () -> out().println("the JobManager does not answer at " + cluster.rest()));
    return overview.isPresent() ? 0 : NOT_RUNNING;
  }

  @Command(
      name = "stop",
      footerHeading = Filbert.EXAMPLES,
      footer = {"  filbert cluster stop"},
      description = "End the cluster's processes.")
  int stop() {
    LocalCluster.find(directory())
        .ifPresentOrElse(
            cluster -> {
              int processes = cluster.processes().size();
              cluster.close();
              out().println("stopped " + processes + (processes == 1 ? " process" : " processes"));
            },
            () -> out().println("no cluster runs in " + directory()));
    return 0;
  }

  private Path directory() {
    return directory(directory);
  }

  /**
   * The cluster's directory.
   *
   * @param named by the user, if at all
   */
  static Path directory(@Nullable Path named) {
    return Objects.requireNonNullElse(named, Path.of(".filbert", "cluster"))
        .toAbsolutePath()
        .normalize();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** An equal share of 70 % of the machine's memory, less the JobManager's. */
  private static ByteSize share(ByteSize jobManagerMemory, int taskManagers) {
    var machine =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    long total = ByteSize.of(machine.getTotalMemorySize()).mebibytes() * 7 / 10;
    return ByteSize.ofMebibytes((total - jobManagerMemory.mebibytes()) / Math.max(1, taskManagers));
  }

  static final class SizeConverter implements ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String value) {
      return ByteSize.parse(value);
    }
  }
}
