package org.filbert.train.columns;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.shard.ShardState;
import org.filbert.shard.TableReport;
import org.filbert.table.CellKind;
import org.filbert.table.DatePart;
import org.filbert.table.EncodedTable;
import org.filbert.table.TableCounts;
import org.filbert.table.TableEncoder;
import org.filbert.train.rows.Encode;
import org.filbert.train.rows.ExactSum;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/** What the workers do to fit the columns of a table, and to encode them. */
public final class TableTasks {
  private TableTasks() {}

  private static void forTraining(Worker worker, Consumer<Features.Cells> use) {
    for (Instance instance : worker.get(ShardState.INSTANCES)) {
      if (instance instanceof Instance.Example example
          && example.role() == Role.TRAIN
          && example.features() instanceof Features.Cells cells) {
        use.accept(cells);
      }
    }
  }

  /** Counts training rows, those of them that are not cells, and cells of each column. */
  record Count(int columns) implements Task<Count.Present> {
    /** One worker's part, or the merged whole. */
    record Present(long rows, long others, long[] present) {
      Present merge(Present other) {
        long[] sum = present.clone();
        Arrays.setAll(sum, j -> present[j] + other.present[j]);
        return new Present(rows + other.rows, others + other.others, sum);
      }
    }

    @Override
    public Present run(Worker worker) {
      long rows = 0;
      long others = 0;
      long[] present = new long[columns];
      for (Instance instance : worker.get(ShardState.INSTANCES)) {
        if (instance instanceof Instance.Example example && example.role() == Role.TRAIN) {
          rows++;
          if (example.features() instanceof Features.Cells cells && cells.count() >= columns) {
            for (int j = 0; j < columns; j++) {
              present[j] += cells.isMissing(j) ? 0 : 1;
            }
          } else {
            others++;
          }
        }
      }
      return new Present(rows, others, present);
    }
  }

  /**
   * Counts the distinct values of a column in the training rows.
   *
   * @param numbers whether equal numbers are one value
   * @param limit of distinct values, above which there is no answer
   */
  record CountValues(int column, boolean numbers, int limit) implements Task<CountValues.Values> {
    /** One worker's part, or the merged whole; without counts if there are too many values. */
    record Values(boolean tooMany, SortedMap<String, Long> counts) {
      static final Values NONE = new Values(true, new TreeMap<>());

      Values merge(Values other, int limit) {
        if (tooMany || other.tooMany) {
          return NONE;
        }
        SortedMap<String, Long> sum = new TreeMap<>(counts);
        other.counts.forEach((value, count) -> sum.merge(value, count, Long::sum));
        return sum.size() > limit ? NONE : new Values(false, sum);
      }
    }

    @Override
    public Values run(Worker worker) {
      SortedMap<String, Long> counts = new TreeMap<>();
      forTraining(
          worker,
          cells -> {
            String cell = cells.cell(column);
            if (cell != null && counts.size() <= limit) {
              String value = numbers ? Double.toString(CellKind.number(cell) + 0.0) : cell;
              counts.merge(value, 1L, Long::sum);
            }
          });
      return counts.size() > limit ? Values.NONE : new Values(false, counts);
    }
  }

  /**
   * Numbers that a column has.
   *
   * @param part of a date; null for a column of numbers
   * @param limit numbers of at least this size are left out
   */
  record Series(int column, CellKind kind, @Nullable DatePart part, double limit) {
    Series(int column, CellKind kind, @Nullable DatePart part) {
      this(column, kind, part, Double.POSITIVE_INFINITY);
    }

    /** The number of a row; NaN if the cell is missing. */
    double of(Features.Cells cells) {
      if (cells.isMissing(column)) {
        return Double.NaN;
      }
      if (part == null) {
        double number = CellKind.number(cells, column) + 0.0; // a negative zero is 0
        return Math.abs(number) < limit ? number : Double.NaN;
      }
      LocalDateTime time = kind.time(Objects.requireNonNull(cells.cell(column)));
      return time == null ? Double.NaN : part.of(time);
    }
  }

  /**
   * Sums numbers, or the squares of their distances from a centre, without rounding; and finds
   * their range.
   *
   * @param centres of the series; none for plain sums
   * @param units in which the distances are
   */
  record Sum(List<Series> series, double[] centres, double[] units) implements Task<Sum.Sums> {
    /** One worker's part, or the merged whole. */
    record Sums(long[] counts, long[] sums, double[] least, double[] most) {
      Sums merge(Sums other) {
        long[] allCounts = counts.clone();
        long[] allSums = sums.clone();
        double[] allLeast = least.clone();
        double[] allMost = most.clone();
        Arrays.setAll(allCounts, j -> counts[j] + other.counts[j]);
        Arrays.setAll(allSums, j -> sums[j] + other.sums[j]);
        Arrays.setAll(allLeast, j -> Math.min(least[j], other.least[j]));
        Arrays.setAll(allMost, j -> Math.max(most[j], other.most[j]));
        return new Sums(allCounts, allSums, allLeast, allMost);
      }

      double mean(int j) {
        return counts[j] == 0 ? 0 : ExactSum.mean(sums, j * ExactSum.DIGITS, counts[j]);
      }
    }

    @Override
    public Sums run(Worker worker) {
      int size = series.size();
      long[] counts = new long[size];
      long[] sums = new long[size * ExactSum.DIGITS];
      double[] least = new double[size];
      double[] most = new double[size];
      Arrays.fill(least, Double.POSITIVE_INFINITY);
      Arrays.fill(most, Double.NEGATIVE_INFINITY);
      forTraining(
          worker,
          cells -> {
            for (int j = 0; j < size; j++) {
              double x = series.get(j).of(cells);
              if (!Double.isNaN(x)) {
                counts[j]++;
                least[j] = Math.min(least[j], x);
                most[j] = Math.max(most[j], x);
                ExactSum.add(centres.length == 0 ? x : square(x, j), sums, j * ExactSum.DIGITS);
              }
            }
          });
      return new Sums(counts, sums, least, most);
    }

    private double square(double x, int j) {
      double distance = (x / 2 - centres[j] / 2) / units[j];
      return distance * distance;
    }
  }

  /** Counts the numbers of series by their binary exponents; zeros do not count. */
  record Sizes(List<Series> series) implements Task<long[]> {
    static final int EXPONENTS = Double.MAX_EXPONENT - Double.MIN_EXPONENT + 2;

    @Override
    public long[] run(Worker worker) {
      long[] counts = new long[series.size() * EXPONENTS];
      forTraining(
          worker,
          cells -> {
            for (int s = 0; s < series.size(); s++) {
              double x = series.get(s).of(cells);
              if (!Double.isNaN(x) && x != 0) {
                counts[s * EXPONENTS + Math.getExponent(x) - Double.MIN_EXPONENT + 1]++;
              }
            }
          });
      return counts;
    }
  }

  /**
   * Counts numbers by their next bits in ascending order.
   *
   * @param series of the numbers, one for each search
   * @param prefixes the higher bits of the numbers that are counted
   * @param shift the lowest of the next bits
   * @param bits number of the next bits
   */
  record Digits(List<Series> series, long[] prefixes, int shift, int bits) implements Task<long[]> {
    /** A number's bits, which ascend with it as an unsigned whole number. */
    static long ordered(double x) {
      long raw = Double.doubleToRawLongBits(x);
      return raw ^ (raw < 0 ? -1 : Long.MIN_VALUE);
    }

    /** The number that has these bits. */
    static double number(long ordered) {
      return Double.longBitsToDouble(ordered ^ (ordered < 0 ? Long.MIN_VALUE : -1));
    }

    @Override
    public long[] run(Worker worker) {
      int size = 1 << bits;
      long[] counts = new long[series.size() * size];
      boolean all = shift + bits == Long.SIZE;
      forTraining(
          worker,
          cells -> {
            for (int s = 0; s < series.size(); s++) {
              double x = series.get(s).of(cells);
              long ordered = ordered(x);
              if (!Double.isNaN(x) && (all || ordered >>> (shift + bits) == prefixes[s])) {
                counts[s * size + (int) ((ordered >>> shift) & (size - 1))]++;
              }
            }
          });
      return counts;
    }
  }

  /** Turns the cells of all records into numbers. The cells of a batch are let go with it. */
  record EncodeCells(TableEncoder encoder) implements Task<TableReport> {
    private static final int BATCH = 1024;

    @Override
    public TableReport run(Worker worker) {
      Instance[] rows = worker.get(ShardState.INSTANCES).toArray(Instance[]::new);
      worker.remove(ShardState.INSTANCES);
      int encoded = 0;
      TableReport report = TableReport.NONE;
      List<Instance.Example> batch = new ArrayList<>();
      for (int i = 0; i < rows.length; i++) {
        if (!(rows[i] instanceof Instance.Example example)) {
          rows[encoded++] = rows[i]; // the batch is behind it, and has its rows
          continue;
        }
        Encode.checkWidth(encoder::checkButNumbers, example);
        batch.add(example);
        if (batch.size() == BATCH) {
          report = report.plus(encode(batch, rows, encoded));
          encoded = i + 1;
        }
      }
      report = report.plus(encode(batch, rows, encoded));
      worker.put(ShardState.INSTANCES, Arrays.asList(rows));
      double[] weights = ShardState.givenWeights(worker);
      return new TableReport(
          report.train(),
          report.heldOut(),
          weights == null ? report.train().rows() : Arrays.stream(weights).sum());
    }

    /** Encodes a batch, which is empty afterwards. Training rows come before held-out ones. */
    private TableReport encode(List<Instance.Example> batch, Instance[] to, int from) {
      int next = from;
      TableCounts train = TableCounts.NONE;
      TableCounts heldOut = TableCounts.NONE;
      for (boolean training : new boolean[] {true, false}) {
        List<Instance.Example> part =
            batch.stream().filter(each -> (each.role() == Role.TRAIN) == training).toList();
        EncodedTable encoded = encode(part);
        for (int i = 0; i < part.size(); i++) {
          Instance.Example each = part.get(i);
          to[next++] =
              new Instance.Example(
                  each.role(), each.position(), encoded.rows().get(i), each.target());
        }
        if (training) {
          train = encoded.counts();
        } else {
          heldOut = encoded.counts();
        }
      }
      batch.clear();
      return new TableReport(train, heldOut, 0);
    }

    private EncodedTable encode(List<Instance.Example> part) {
      try {
        return encoder.encode(part.stream().map(Instance.Example::features).toList());
      } catch (IllegalArgumentException e) {
        part.forEach(each -> Encode.checkWidth(encoder::check, each)); // names the record
        throw e;
      }
    }
  }
}
