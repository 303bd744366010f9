package org.filbert.jobs.cluster;

import java.time.Duration;
import java.util.Optional;

/** What there is to tell of a job that fails, waits for slots and goes on: each of it once. */
final class RestartNews {
  /** Time that the slots of a cluster with enough of them take. */
  private static final Duration USUAL = Duration.ofSeconds(5);

  private final int workers;
  private final SlotWait wait;
  private final String advice;
  private boolean down;
  private boolean failed;
  private boolean waits;
  private long since;

  /**
   * @param workers slots that the job needs
   * @param wait longest time without them
   * @param advice how to add slots; empty if that is not known
   */
  RestartNews(int workers, SlotWait wait, String advice) {
    this.workers = workers;
    this.wait = wait;
    this.advice = advice;
  }

  /** Asks the JobManager for what an observation alone does not tell. */
  interface Source {
    Optional<String> reason() throws InterruptedException;

    Optional<ClusterOverview> slots() throws InterruptedException;
  }

  /** The news of an observation of the job, if there are any. */
  Optional<String> at(JobOverview job, Source source, long nanoTime) throws InterruptedException {
    if (job.ends()) {
      return Optional.empty();
    }
    if (job.goesOn()) {
      Optional<String> news = goesOn(nanoTime);
      down = false;
      failed = false;
      waits = false;
      return news;
    }
    if (!down) {
      down = true;
      since = nanoTime;
      Optional<String> reason = source.reason();
      failed = reason.isPresent();
      if (failed) {
        return reason.map("the run failed and goes on from its last checkpoint: "::concat);
      }
    }
    return waits ? Optional.empty() : waiting(job, source, nanoTime);
  }

  private Optional<String> goesOn(long nanoTime) {
    return down && (failed || waits)
        ? Optional.of("the run goes on, after %s s".formatted(downFor(nanoTime).toSeconds()))
        : Optional.empty();
  }

  private Optional<String> waiting(JobOverview job, Source source, long nanoTime)
      throws InterruptedException {
    int slots = source.slots().map(ClusterOverview::slots).orElse(workers);
    boolean late = downFor(nanoTime).compareTo(USUAL) >= 0;
    if (slots >= workers && !(late && job.asksForSlots())) {
      return Optional.empty();
    }
    waits = true;
    return Optional.of(
        "waiting for slots: the run needs %s, the cluster has %s%s; it waits for %s at most (%s)%s"
            .formatted(
                workers,
                slots,
                slots < workers ? "" : ", not all of them free",
                wait.inWords(),
                wait.setting(),
                advice));
  }

  /** Whether the job has waited for longer than it should. */
  boolean isOverdue(long nanoTime) {
    return down && downFor(nanoTime).compareTo(wait.longest()) >= 0;
  }

  private Duration downFor(long nanoTime) {
    return Duration.ofNanos(nanoTime - since);
  }
}
