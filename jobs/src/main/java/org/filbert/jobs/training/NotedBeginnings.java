package org.filbert.jobs.training;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.operators.loop.spec.Attempts;
import org.filbert.operators.loop.spec.Beginnings;

/** The attempts that have begun, noted in a file of the run. Without the file, all have. */
final class NotedBeginnings implements Beginnings {
  private final RunDirectory run;
  private boolean lost;

  NotedBeginnings(RunDirectory run) {
    this.run = run;
  }

  /**
   * What the file has.
   *
   * @param begun numbers of attempts, ascending
   */
  record Noted(String job, List<Integer> begun) {}

  @Override
  public void note(Attempts.Mark attempt) {
    Stream<Integer> before =
        noted(attempt.job()).stream()
            .flatMap(noted -> noted.begun().stream())
            .filter(number -> number < attempt.attempt());
    try {
      run.writeJson(
          RunDirectory.ATTEMPTS,
          new Noted(attempt.job(), Stream.concat(before, Stream.of(attempt.attempt())).toList()));
    } catch (UncheckedIOException e) {
      lost = true; // otherwise this attempt would not count
    }
  }

  @Override
  public int between(Attempts.Mark from, Attempts.Mark to) {
    Optional<Noted> noted = lost ? Optional.empty() : noted(to.job());
    return noted.isEmpty()
        ? Beginnings.ALL.between(from, to)
        : (int)
            IntStream.range(from.attempt(), to.attempt())
                .filter(noted.get().begun()::contains)
                .count();
  }

  private Optional<Noted> noted(String job) {
    try {
      return run.readJson(RunDirectory.ATTEMPTS, Noted.class)
          .filter(noted -> noted.job().equals(job));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
