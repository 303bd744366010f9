package org.filbert.train.forecast;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.filbert.plan.Plan;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * Makes a plan fit the machines before anything large is allocated: refuses a plan that they cannot
 * hold, and gives the cache the rest. Memory that the processes have taken, rows included, is
 * measured; the plan has the memory to come.
 */
public final class MemoryCheck {
  private static final String SO_FAR = "process so far, with the rows";

  private MemoryCheck() {}

  /** Bytes that a worker will allocate in the first epoch. */
  static long freshBytes(Plan plan) {
    long planned =
        plan.memory().stream()
            .filter(item -> !item.purpose().equals(SO_FAR))
            .mapToLong(Plan.Item::bytes)
            .sum();
    return planned + plan.cache().train().memoryBytes();
  }

  /**
   * Refuses a run that does not fit into this machine whatever the data, before any are read.
   *
   * @param least bytes that are needed whatever the data
   * @param limit as in {@link MemoryLimits#machine}
   */
  public static void refuseHopeless(long least, long limit) {
    long allowed = limit > 0 ? limit : memory() / 10 * 9;
    if (least > allowed) {
      throw new OutOfMemoryByPlanException(
          "the run needs %s for one block whatever the data, allowed are %s; what helps: a smaller solver.blockSize"
              .formatted(gibibytes(least), gibibytes(allowed)));
    }
  }

  private static long memory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /**
   * Where a worker runs.
   *
   * @param process name of its process
   * @param memory physical memory (of the container, if it is in one)
   * @param available free memory of the machine
   * @param resident memory of the process, with free memory of its heap, which fills before garbage
   *     is collected
   */
  public record Host(String name, String process, long memory, long available, long resident) {}

  /** Collects a large heap's garbage first, such as records that have been encoded. */
  public record FindHost() implements Task<Host> {
    private static final long LARGE_HEAP = 1L << 30;

    /** Size of the heap after the last collection. */
    private static long collected;

    @Override
    public Host run(Worker worker) {
      collect();
      String process = ManagementFactory.getRuntimeMXBean().getName();
      long available = told("/proc/meminfo", "MemAvailable:").orElse(memory());
      OptionalLong resident = told("/proc/self/status", "VmRSS:");
      Runtime heap = Runtime.getRuntime();
      long taken =
          resident.isPresent() ? resident.getAsLong() + heap.freeMemory() : heap.totalMemory();
      return new Host(hostName(), process, memory(), available, taken);
    }

    /** Once for all workers of a process, while its heap stays as large as it is then. */
    private static synchronized void collect() {
      Runtime heap = Runtime.getRuntime();
      if (heap.totalMemory() > LARGE_HEAP && heap.totalMemory() != collected) {
        System.gc();
        collected = heap.totalMemory();
      }
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  /** Bytes that the operating system reports, in kibibytes; empty if it does not. */
  private static OptionalLong told(String file, String key) {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(key))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Fits a plan to the machines.
   *
   * @throws OutOfMemoryByPlanException if it does not fit
   */
  public static Plan fit(Plan plan, MemoryLimits limits, Workers workers) {
    return fit(plan, limits, workers.gather(new FindHost()));
  }

  /** The same where the workers run, or will. */
  public static Plan fit(Plan plan, MemoryLimits limits, List<Host> hosts) {
    long limit = limits.machine();
    Map<String, List<Host>> byHost = hosts.stream().collect(Collectors.groupingBy(Host::name));
    Plan fitting = plan.and(List.of(soFar(byHost.values())));
    if (limits.cache().takesTheRest()) {
      long room = Long.MAX_VALUE;
      for (List<Host> here : byHost.values()) {
        long others = here.size() * fitting.bytesWithoutCache() + fitting.driverBytes();
        room = Math.min(room, (left(here, limit) - others) / here.size());
      }
      fitting = fitting.withCacheOf(room);
    }
    for (List<Host> here : byHost.values()) {
      check(fitting, here, allowed(here, limit));
    }
    return fitting;
  }

  private static long allowed(List<Host> here, long limit) {
    return limit > 0 ? limit : here.get(0).memory() / 10 * 9;
  }

  /** As {@link #allowed}, less the memory of other processes. */
  static long left(List<Host> here, long limit) {
    Host host = here.get(0);
    return limit > 0 ? limit : (host.memory() - others(here)) / 10 * 9;
  }

  /** The memory of other processes of a machine. */
  public static long others(List<Host> here) {
    Host host = here.get(0);
    return Math.max(0, host.memory() - host.available() - resident(here));
  }

  /** The memory of the processes of these workers. */
  private static long resident(List<Host> here) {
    Map<String, Long> byProcess =
        here.stream().collect(Collectors.toMap(Host::process, Host::resident, Math::max));
    return byProcess.values().stream().mapToLong(Long::longValue).sum();
  }

  /** A worker's share of the memory of its process. */
  private static Plan.Item soFar(Collection<List<Host>> hosts) {
    return new Plan.Item(
        SO_FAR, hosts.stream().mapToLong(here -> resident(here) / here.size()).max().orElse(0));
  }

  private static void check(Plan plan, List<Host> here, long allowed) {
    long needed = here.size() * plan.bytesPerWorker() + plan.driverBytes();
    if (needed > allowed) {
      throw new OutOfMemoryByPlanException(
          "the run needs %s for %s workers on %s (%s), allowed are %s; what helps: %s"
              .formatted(
                  gibibytes(needed),
                  here.size(),
                  here.get(0).name(),
                  Stream.of(
                          plan.memory().stream(),
                          Stream.of(new Plan.Item("cache", plan.cache().memory())),
                          plan.driver().stream())
                      .flatMap(items -> items)
                      .map(item -> item.purpose() + " " + gibibytes(item.bytes()))
                      .collect(Collectors.joining(", ")),
                  gibibytes(allowed),
                  plan.advice()));
    }
  }

  private static String gibibytes(long bytes) {
    return String.format(Locale.ROOT, "%.2f GiB", bytes / 0x1p30);
  }
}
