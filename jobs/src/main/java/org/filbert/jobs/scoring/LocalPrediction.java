package org.filbert.jobs.scoring;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.filbert.connectors.file.InputFile;
import org.filbert.jobs.run.AtExit;
import org.filbert.jobs.run.StoppedException;
import org.filbert.operators.scoring.Scoring;

/** Predicts a small input in this thread, without a job. */
record LocalPrediction(Scoring scoring) {
  /** Reading and scoring so many bytes takes about as long as the start of a job. */
  private static final long BYTES = 32L << 20;

  /** What explains a row takes much longer than its score. */
  private static final long EXPLAINED_BYTES = 16L << 10;

  /** Whether the input is that small. */
  boolean suffices() {
    return scoring.input().files().stream().mapToLong(InputFile::length).sum()
        <= (scoring.explain() ? EXPLAINED_BYTES : BYTES);
  }

  /**
   * Writes the predictions. If this process has to end before, for example by Ctrl-C, no file
   * stays.
   */
  Predictions write(ResultOperator.Beginning files) throws Exception {
    AtomicBoolean stopped = new AtomicBoolean();
    CountDownLatch ended = new CountDownLatch(1);
    AtExit stop = AtExit.run("filbert-stop", () -> stop(stopped, ended));
    try (ResultOperator.Use use = files.begin()) {
      scoring.here(
          batch -> {
            if (stopped.get()) {
              throw new StoppedException("it was interrupted");
            }
            use.add(batch);
          });
      return (Predictions) use.result();
    } finally {
      ended.countDown();
      stop.forget();
    }
  }

  private static void stop(AtomicBoolean stopped, CountDownLatch ended) {
    stopped.set(true);
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
