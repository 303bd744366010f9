package org.filbert.system.internal.entries;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.cost.InPhase;
import org.filbert.cost.Meter;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.features.RandomBinning;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.system.equations.ColumnSource;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/** Finds the bins that the training rows of all workers fall into. */
public final class BinTasks {
  /** Number of names that a worker sends at a time. */
  private static final int NAMES = 1 << 20;

  private BinTasks() {}

  /**
   * Bins of consecutive grids.
   *
   * @param names of the bins, ascending in each grid
   * @param starts index of the first name of each grid, and the number of all names
   */
  record Found(long[] names, int[] starts) {}

  /**
   * Answers the bins of the shard's rows in some grids.
   *
   * @param stay whether {@link LocalBins} keeps the rows' bins
   */
  @InPhase(Phase.KERNEL)
  record Find(RandomBinning map, int from, int to, boolean stay) implements Task<Found> {
    @Override
    public Found run(Worker worker) {
      if (stay && from == 0) {
        worker.remove(LocalBins.KEY);
        worker.put(LocalBins.KEY, new LocalBins(map.grids()));
      }
      LocalBins bins = stay ? worker.find(LocalBins.KEY) : null;
      return of(worker.get(ShardState.TRAIN).x(), bins);
    }

    private Found of(Rows rows, @Nullable LocalBins bins) {
      long[][] all = new long[to - from][rows.count()];
      map.forEach(
          rows,
          from,
          to,
          (grid, first, count, names) ->
              System.arraycopy(names, 0, all[grid - from], first, count));
      return join(
          IntStream.range(0, to - from)
              .mapToObj(
                  g -> bins == null ? LocalBins.distinct(all[g]) : bins.take(from + g, all[g]))
              .toList());
    }
  }

  /**
   * The columns of a map: all bins that contain a training row.
   *
   * @param stay whether the workers keep the rows' bins, because the columns will be used
   */
  public static ColumnSource.Grids find(
      RandomBinning map, Prepared prepared, boolean stay, Workers workers) {
    int step = Math.max(1, NAMES / Math.max(1, Collections.max(prepared.shardRows())));
    long[][] all = new long[map.grids()][];
    for (int from = 0; from < map.grids(); from += step) {
      int first = from;
      int to = Math.min(from + step, map.grids());
      List<Found> parts = workers.gather(new Find(map, from, to, stay));
      for (int grid = from; grid < to; grid++) {
        int g = grid - first;
        all[grid] =
            LocalBins.distinct(
                parts.stream()
                    .flatMapToLong(
                        part -> Arrays.stream(part.names, part.starts[g], part.starts[g + 1]))
                    .toArray());
      }
    }
    Found joined = join(List.of(all));
    return new ColumnSource.Grids(map, joined.names, joined.starts);
  }

  /** The map with only its first grids, at most {@code most} of them. */
  public static RandomBinning first(RandomBinning map, int most) {
    return new RandomBinning(
        map.kernel(), map.shape(), map.inputs(), Math.min(most, map.grids()), map.seed());
  }

  private static Found join(List<long[]> grids) {
    int[] starts = new int[grids.size() + 1];
    for (int g = 0; g < grids.size(); g++) {
      starts[g + 1] = Math.addExact(starts[g], grids.get(g).length);
    }
    long[] names = new long[starts[grids.size()]];
    for (int g = 0; g < grids.size(); g++) {
      System.arraycopy(grids.get(g), 0, names, starts[g], grids.get(g).length);
    }
    return new Found(names, starts);
  }

  /** Answers the columns of the unknowns that were kept. */
  public record Export() implements Task<ColumnSource.Grids> {
    @Override
    public ColumnSource.Grids run(Worker worker) {
      return worker.get(ModelTasks.KEPT_GRIDS);
    }
  }

  /**
   * Measures the seconds in which a row is multiplied by {@code columns} right-hand sides, in a
   * grid whose bins are known.
   */
  public record Timing(RandomBinning map, int columns) implements Task<Double> {
    private static final int ROWS = 4096;
    private static final int GRIDS = 16;

    @Override
    public Double run(Worker worker) {
      Rows all = worker.get(ShardState.TRAIN).x();
      Rows rows = all.slice(0, Math.min(ROWS, all.count()));
      if (rows.count() == 0) {
        return 0.0;
      }
      RandomBinning some = first(map, GRIDS);
      Found found = new Find(some, 0, some.grids(), false).of(rows, null);
      int[] blocks = IntStream.range(0, some.grids()).toArray();
      try (GridColumns grids =
              new GridColumns(
                  new ColumnSource.Grids(some, found.names, found.starts),
                  worker.backend().math(),
                  Meter.NONE,
                  null);
          Matrix step = Matrix.zeros(Precision.DOUBLE, found.names.length, columns);
          Matrix out = Matrix.zeros(Precision.DOUBLE, rows.count(), columns)) {
        double seconds = EntryTiming.best(() -> grids.expand(0, rows, blocks, step, out));
        return seconds / rows.count() / some.grids();
      }
    }
  }
}
