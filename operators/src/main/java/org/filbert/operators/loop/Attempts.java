package org.filbert.operators.loop;

import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;

/**
 * Counts how often a job has failed since it last came further. It has come further when a
 * checkpoint is complete that has a superstep more than the one it began with: what is lost with
 * the next failure is no progress.
 */
final class Attempts {
  /**
   * The attempt that came further last.
   *
   * @param job that it is of; another job's attempts are counted anew
   */
  record Mark(String job, int attempt) {
    static final Mark NONE = new Mark("", 0);

    /** Whether attempts have been counted on; another JobManager of the job begins anew. */
    private boolean counts(Mark now) {
      return job.equals(now.job) && attempt <= now.attempt;
    }
  }

  private final int restarts;
  private final Mark now;
  private Mark written;
  private Mark safe;

  /**
   * @param restarts failures without progress after which the job ends
   * @param now this attempt
   * @param restored mark of the checkpoint that it begins with
   */
  Attempts(int restarts, Mark now, Mark restored) {
    this.restarts = restarts;
    this.now = now;
    Mark of = restored.counts(now) ? restored : new Mark(now.job(), 0);
    this.written = of;
    this.safe = of;
  }

  static Attempts of(Loop loop, StreamingRuntimeContext context, Mark restored) {
    Mark now =
        new Mark(
            context.getJobInfo().getJobId().toString(), context.getTaskInfo().getAttemptNumber());
    return new Attempts(loop.restarts(), now, restored);
  }

  /** A superstep is done that was not when this attempt began. */
  void cameFurther() {
    written = now;
  }

  /** What a checkpoint has to remember. */
  Mark mark() {
    return written;
  }

  /** The last checkpoint is complete. */
  void checkpointed() {
    safe = written;
  }

  /** Failures before this attempt since the job came further. */
  int failures() {
    return now.attempt() - safe.attempt();
  }

  /** Whether there are to be no more attempts if this one fails without having come further. */
  boolean last() {
    return failures() >= restarts;
  }

  /** Whether this attempt is one too many. */
  boolean exhausted() {
    return failures() > restarts;
  }
}
