package org.filbert.solver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.filbert.data.Role;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.train.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * A uniform sample of training rows without replacement: those that rank first by a draw of their
 * position. It does not depend on how the rows are spread over workers.
 */
final class LandmarkSample {
  private LandmarkSample() {}

  /** The landmarks in rank order. */
  record Chosen(Rows rows, long[] positions) {}

  /** A shard's first rows by rank. */
  record Candidates(long seed, int count) implements Task<List<Candidate>> {
    @Override
    public List<Candidate> run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      List<Candidate> candidates = new ArrayList<>();
      for (int i = 0; i < train.count(); i++) {
        long position = train.positions()[i];
        long rank = Draws.hash(seed, Purpose.LANDMARK, Role.TRAIN.code(), position);
        candidates.add(new Candidate(rank, position, worker.index(), i));
      }
      return candidates.stream().sorted(Candidate.BY_RANK).limit(count).toList();
    }
  }

  record Candidate(long rank, long position, int worker, int row) {
    static final Comparator<Candidate> BY_RANK =
        Comparator.comparingLong(Candidate::rank).thenComparingLong(Candidate::position);
  }

  /** The rows of the chosen candidates that are the worker's own, one batch each. */
  record Fetch(List<Candidate> chosen) implements Task<List<Rows>> {
    @Override
    public List<Rows> run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      return chosen.stream()
          .filter(candidate -> candidate.worker() == worker.index())
          .map(candidate -> train.x().slice(candidate.row(), candidate.row() + 1))
          .toList();
    }
  }

  static Chosen draw(Workers workers, long seed, int count) {
    List<Candidate> chosen =
        workers.gather(new Candidates(seed, count)).stream()
            .flatMap(List::stream)
            .sorted(Candidate.BY_RANK)
            .limit(count)
            .toList();
    List<List<Rows>> fetched = workers.gather(new Fetch(chosen));
    int[] next = new int[workers.count()];
    List<Rows> rows = new ArrayList<>();
    for (Candidate candidate : chosen) {
      rows.add(fetched.get(candidate.worker()).get(next[candidate.worker()]++));
    }
    long[] positions = chosen.stream().mapToLong(Candidate::position).toArray();
    return new Chosen(Rows.concat(rows), positions);
  }
}
