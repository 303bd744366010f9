package org.filbert.jobs.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.filbert.linalg.Blas;
import org.filbert.linalg.BlasFingerprint;

/**
 * The kernels of the BLAS that a run computes with, in {@code blas.json} of its directory. A run
 * that goes on with others, as processors of another generation have, ends with other bits.
 *
 * @param begun fingerprint of the process that began the run
 * @param now of the one that goes on
 */
public record NotedBlas(String begun, String now) {

  /** What to note of a process that begins a run or goes on with it. */
  public static NotedBlas of(RunDirectory run, Blas blas) {
    String now = BlasFingerprint.of(blas);
    try {
      return new NotedBlas(
          run.readJson(RunDirectory.BLAS, NotedBlas.class).map(NotedBlas::begun).orElse(now), now);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is said of a run that goes on with other kernels. */
  public static Optional<String> change(RunDirectory run) throws IOException {
    return run.readJson(RunDirectory.BLAS, NotedBlas.class)
        .filter(noted -> !noted.begun().equals(noted.now()))
        .map(
            noted ->
                "the BLAS rounds differently here than where the run began, as that of another"
                    + " generation of processors: the model is the same up to rounding, not to the"
                    + " last bit. backend.coretype pins its kernels");
  }
}
