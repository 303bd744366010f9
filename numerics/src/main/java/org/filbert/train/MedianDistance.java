package org.filbert.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.kernel.Statistic;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * The median pairwise distance of a seeded sample of at most {@value #SAMPLE} training rows, in the
 * kernel's own distance; the upper one of an even number of pairs. The driver holds the sample as
 * dense rows of doubles.
 */
final class MedianDistance {
  static final int SAMPLE = 4000;

  private MedianDistance() {}

  record Candidate(long rank, double[] row) {}

  /** The rows that rank first in a shard; the first of all shards are the sample. */
  record Candidates(long seed) implements Task<List<Candidate>> {
    @Override
    public List<Candidate> run(Worker worker) {
      Sample train = worker.get(ShardState.TRAIN);
      record Ranked(long rank, int row) {}
      List<Ranked> ranked = new ArrayList<>();
      for (int i = 0; i < train.count(); i++) {
        long position = train.positions()[i];
        ranked.add(
            new Ranked(Draws.hash(seed, Purpose.MEDIAN_SAMPLE, Role.TRAIN.code(), position), i));
      }
      return ranked.stream()
          .sorted(Comparator.comparingLong(Ranked::rank))
          .limit(SAMPLE)
          .map(first -> new Candidate(first.rank(), train.x().row(first.row())))
          .toList();
    }
  }

  static double of(Workers workers, long seed, Statistic statistic) {
    List<double[]> rows =
        workers.gather(new Candidates(seed)).stream()
            .flatMap(List::stream)
            .sorted(Comparator.comparingLong(Candidate::rank))
            .limit(SAMPLE)
            .map(Candidate::row)
            .toList();
    float[] distances = new float[rows.size() * (rows.size() - 1) / 2];
    int at = 0;
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < i; j++) {
        distances[at++] = (float) distance(rows.get(i), rows.get(j), statistic);
      }
    }
    Arrays.sort(distances);
    double median = distances.length == 0 ? 0 : distances[distances.length / 2];
    if (!(median > 0)) {
      throw new IllegalArgumentException(
          "sigma: median needs rows that differ, found a median distance of " + median);
    }
    return median;
  }

  private static double distance(double[] a, double[] b, Statistic statistic) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      double difference = a[j] - b[j];
      sum +=
          statistic == Statistic.ABSOLUTE_DISTANCE ? Math.abs(difference) : difference * difference;
    }
    return statistic == Statistic.ABSOLUTE_DISTANCE ? sum : Math.sqrt(sum);
  }
}
