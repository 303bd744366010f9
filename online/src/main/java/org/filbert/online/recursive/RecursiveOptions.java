package org.filbert.online.recursive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.features.RandomFourier;
import org.filbert.linalg.Precision;

/**
 * The options of recursive least squares.
 *
 * @param experts of which those with the same map share their features
 * @param precision of the features
 * @param rate η of the {@link Vote}
 * @param firstRows N: the rows are scaled by what the first N rows say; 0 for rows that stay as
 *     they are
 * @param frequencyBytes of generated frequencies to keep, all workers together
 */
public record RecursiveOptions(
    List<ExpertOptions> experts,
    Precision precision,
    double rate,
    int firstRows,
    long frequencyBytes) {
  public RecursiveOptions {
    experts = List.copyOf(experts);
    if (experts.isEmpty()) {
      throw new IllegalArgumentException("experts is empty, must have one or more");
    }
    if (!(rate >= 0 && Double.isFinite(rate))) {
      throw new IllegalArgumentException("rate is " + rate + ", must be a number of 0 or more");
    }
    if (firstRows < 0) {
      throw new IllegalArgumentException("firstRows is " + firstRows + ", must be 0 or more");
    }
  }

  /** The experts' maps, each once, in the order of the first experts that have them. */
  public List<RandomFourier> maps() {
    return experts.stream().map(ExpertOptions::map).distinct().toList();
  }

  /**
   * Whether an expert is spread over the workers: it is a large one, with more than a worker's
   * share of all work.
   */
  boolean isSpread(int expert, int workers) {
    double all = experts.stream().mapToDouble(ExpertOptions::work).sum();
    ExpertOptions options = experts.get(expert);
    return workers > 1 && !options.small() && options.work() > all / workers;
  }

  /**
   * The experts whose home is each worker, so that all have about as much to do: the expert with
   * most work goes first, each to the worker that has least so far. Small experts work at every
   * batch and large ones at a few, while the other workers wait; so each kind is shared by itself.
   */
  List<List<Integer>> homes(int workers) {
    List<List<Integer>> homes = new ArrayList<>();
    for (int w = 0; w < workers; w++) {
      homes.add(new ArrayList<>());
    }
    share(false, homes);
    share(true, homes);
    return homes;
  }

  private void share(boolean small, List<List<Integer>> homes) {
    double[] work = new double[homes.size()];
    IntStream.range(0, experts.size())
        .filter(e -> experts.get(e).small() == small)
        .boxed()
        .sorted(Comparator.comparingDouble(e -> -experts.get(e).work()))
        .forEach(
            e -> {
              int least = 0;
              for (int w = 1; w < work.length; w++) {
                least = work[w] < work[least] ? w : least;
              }
              homes.get(least).add(e);
              if (isSpread(e, work.length)) {
                for (int w = 0; w < work.length; w++) {
                  work[w] += experts.get(e).work() / work.length;
                }
              } else {
                work[least] += experts.get(e).work();
              }
            });
  }
}
