package org.filbert.train.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * A seeded sample of training records as they were read. It depends on the records' positions, not
 * on their spread over workers.
 *
 * @param rows records in random order
 */
public record RawSample(List<Row> rows) {
  public static final int ROWS = 512;

  /** Values that the sample has at most: 32 MiB. */
  private static final int VALUES = 1 << 22;

  /**
   * A record of the sample.
   *
   * @param rank in [0, 1)
   */
  public record Row(double rank, Features features, @Nullable Target target) {}

  /**
   * Draws a sample; it is empty where fewer than two rows have room.
   *
   * @param most records
   * @param count training records
   * @param values mean number of values of a record
   */
  public static RawSample draw(Workers workers, int most, long count, double values, long seed) {
    int wanted = (int) Math.min((double) Math.min(most, count), VALUES / Math.max(1, values));
    if (wanted < 2) {
      return new RawSample(List.of());
    }
    double limit = Draws.limit(wanted, count); // one time in a thousand there are fewer
    return new RawSample(
        workers.gather(new Draw(limit, seed)).stream()
            .flatMap(part -> part.rows().stream())
            .sorted(Comparator.comparingDouble(Row::rank))
            .limit(wanted)
            .toList());
  }

  /** Those records that have at most so many features. */
  public RawSample ofWidth(int features) {
    return new RawSample(rows.stream().filter(row -> row.features().width() <= features).toList());
  }

  /** The first records, at most so many. */
  public RawSample first(int most) {
    return new RawSample(rows.subList(0, Math.min(most, rows.size())));
  }

  /**
   * The scores that the targets stand for.
   *
   * @throws IllegalArgumentException if one is none of the outputs
   */
  public Matrix targets(Outputs outputs) {
    return Matrix.of(
        Precision.DOUBLE,
        rows.size(),
        outputs.columns(),
        rows.stream()
            .flatMapToDouble(row -> Arrays.stream(Encode.targets(outputs, row.target())))
            .toArray());
  }

  /** The features of all records. */
  public List<Features> features() {
    return rows.stream().map(Row::features).toList();
  }

  /** The training records of the shard whose ranks are below a limit. */
  record Draw(double limit, long seed) implements Task<RawSample> {
    @Override
    public RawSample run(Worker worker) {
      List<Row> rows = new ArrayList<>();
      for (Instance instance : worker.get(ShardState.INSTANCES)) {
        if (instance instanceof Instance.Example example && example.role() == Role.TRAIN) {
          double rank = Draws.uniform(seed, Purpose.RAW_SAMPLE, example.position(), 0);
          if (rank < limit) {
            rows.add(new Row(rank, example.features(), example.target()));
          }
        }
      }
      return new RawSample(rows);
    }
  }
}
