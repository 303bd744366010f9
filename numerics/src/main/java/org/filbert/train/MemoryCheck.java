package org.filbert.train;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/** Refuses a plan that the machines cannot hold, before anything large is allocated. */
final class MemoryCheck {
  private MemoryCheck() {}

  /** Where a worker runs, and the physical memory there (of the container, if it is in one). */
  record Host(String name, long memory) {}

  record FindHost() implements Task<Host> {
    @Override
    public Host run(Worker worker) {
      long memory =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
      try {
        return new Host(InetAddress.getLocalHost().getHostName(), memory);
      } catch (UnknownHostException e) {
        return new Host("localhost", memory);
      }
    }
  }

  static void run(Plan plan, long limit, Workers workers) {
    Map<Host, List<Host>> byHost =
        workers.gather(new FindHost()).stream().collect(Collectors.groupingBy(host -> host));
    byHost.forEach(
        (host, here) -> {
          long allowed = limit > 0 ? limit : host.memory() / 5 * 4;
          long needed = plan.bytesPerWorker() * here.size();
          if (needed > allowed) {
            throw new OutOfMemoryByPlanException(
                "the run needs %s for %d workers on %s (%s), allowed are %s; what helps: %s"
                    .formatted(
                        gibibytes(needed),
                        here.size(),
                        host.name(),
                        plan.memory().stream()
                            .map(item -> item.purpose() + " " + gibibytes(item.bytes()))
                            .collect(Collectors.joining(", ")),
                        gibibytes(allowed),
                        plan.advice()));
          }
        });
  }

  private static String gibibytes(long bytes) {
    return String.format(Locale.ROOT, "%.2f GiB", bytes / 0x1p30);
  }
}
