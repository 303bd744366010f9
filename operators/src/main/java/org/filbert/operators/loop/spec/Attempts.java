package org.filbert.operators.loop.spec;

import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;

/**
 * Counts the failures of a job since it last made progress. A job makes progress when a checkpoint
 * is complete that contains a superstep more than the checkpoint it started from. Work that the
 * next failure would undo is no progress. An attempt that has not begun, as it had no slots, is no
 * failure.
 */
public final class Attempts {
  /**
   * The last attempt that made progress.
   *
   * @param job of the attempt; the attempts of another job are counted anew
   */
  public record Mark(String job, int attempt) {
    public static final Mark NONE = new Mark("", 0);

    /** Whether attempt numbers continue. Another JobManager starts them anew. */
    private boolean counts(Mark now) {
      return job.equals(now.job) && attempt <= now.attempt;
    }
  }

  private final int restarts;
  private final Beginnings beginnings;
  private final Mark now;
  private Mark written;
  private Mark safe;

  /**
   * @param restarts failures without progress after which the job ends
   * @param beginnings tells which attempts have begun
   * @param now this attempt
   * @param restored mark in the checkpoint that this attempt starts from
   */
  Attempts(int restarts, Beginnings beginnings, Mark now, Mark restored) {
    this.restarts = restarts;
    this.beginnings = beginnings;
    this.now = now;
    Mark of = restored.counts(now) ? restored : new Mark(now.job(), 0);
    this.written = of;
    this.safe = of;
  }

  public static Attempts of(Loop loop, StreamingRuntimeContext context, Mark restored) {
    Mark now =
        new Mark(
            context.getJobInfo().getJobId().toString(), context.getTaskInfo().getAttemptNumber());
    return new Attempts(loop.restarts(), loop.beginnings(), now, restored);
  }

  /** Records that a superstep is done that was not when this attempt started. */
  public void cameFurther() {
    written = now;
  }

  /** The mark for the next checkpoint. */
  public Mark mark() {
    return written;
  }

  /** Records that the last checkpoint is complete. */
  public void checkpointed() {
    safe = written;
  }

  /** Notes that this attempt has begun. */
  public void begin() {
    beginnings.note(now);
  }

  /** Number of failures before this attempt since the job made progress. */
  public int failures() {
    return beginnings.between(safe, now);
  }

  /** Whether the job ends if this attempt fails without progress. */
  public boolean last() {
    return failures() >= restarts;
  }

  /** Whether this attempt exceeds the limit. */
  public boolean exhausted() {
    return failures() > restarts;
  }
}
