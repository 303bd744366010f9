package org.filbert.operators.scoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * A sample of rows, and its passes that {@link Permutations} says. Each set of as many rows has the
 * same chance.
 */
final class PermutedSample {
  private static final int BATCH = 256;
  private static final long SAMPLE = -1;

  private final Permutations permutations;
  private final UniformRandomProvider choice;
  private final List<Instance.Example> sample = new ArrayList<>();
  private long rows;

  PermutedSample(Permutations permutations) {
    this.permutations = permutations;
    this.choice = Draws.stream(permutations.seed(), Purpose.PERMUTATION, SAMPLE);
  }

  /** Takes rows of a pass, and the number of the first of them. */
  interface Use {
    void take(long firstRow, List<Instance> rows);
  }

  /** J. Vitter 1985, <i>Random sampling with a reservoir</i>, algorithm R. */
  void add(Instance.Example example) {
    rows++;
    if (sample.size() < permutations.most()) {
      sample.add(example);
      return;
    }
    long place = choice.nextLong(rows);
    if (place < permutations.most()) {
      sample.set((int) place, example);
    }
  }

  /** Goes through all passes: the sample as it is, then with each column shuffled. */
  void passes(Use use) {
    int[] same = IntStream.range(0, sample.size()).toArray();
    pass(1, new Permutations.InputColumn("", 0, 0), same, use);
    int pass = 2;
    for (int j = 0; j < permutations.columns().size(); j++) {
      for (int repeat = 0; repeat < permutations.repeats(); repeat++) {
        pass(pass++, permutations.columns().get(j), shuffled(j, repeat), use);
      }
    }
  }

  private int[] shuffled(int column, int repeat) {
    UniformRandomProvider random =
        Draws.stream(permutations.seed(), Purpose.PERMUTATION, column, repeat);
    return Draws.order(random, sample.size());
  }

  /** The sample, with a column's values from other rows. */
  private void pass(int pass, Permutations.InputColumn column, int[] from, Use use) {
    for (int first = 0; first < from.length; first += BATCH) {
      List<Instance> records = new ArrayList<>();
      for (int i = first; i < Math.min(from.length, first + BATCH); i++) {
        Instance.Example row = sample.get(i);
        records.add(
            new Instance.Example(
                row.role(),
                row.position(),
                replaced(row.features(), sample.get(from[i]).features(), column),
                row.target()));
      }
      use.take(Permutations.row(pass, first), records);
    }
  }

  /** A record with the values that another one has in a column. */
  static Features replaced(Features row, Features other, Permutations.InputColumn column) {
    if (row instanceof Features.Dense dense && other instanceof Features.Dense source) {
      double[] values = dense.values().clone();
      System.arraycopy(
          source.values(), column.from(), values, column.from(), column.to() - column.from());
      return new Features.Dense(values);
    }
    if (row instanceof Features.Sparse sparse && other instanceof Features.Sparse source) {
      return replaced(sparse, source, column.from(), column.to());
    }
    if (row instanceof Features.Cells cells && other instanceof Features.Cells source) {
      List<@Nullable String> texts = new ArrayList<>();
      for (int j = 0; j < cells.count(); j++) {
        boolean of = j >= column.from() && j < column.to();
        texts.add(of ? source.cell(j) : cells.cell(j));
      }
      return Features.Cells.of(texts);
    }
    throw new IllegalArgumentException("found rows of several kinds, allowed one");
  }

  private static Features replaced(Features.Sparse row, Features.Sparse other, int from, int to) {
    int[] indices = new int[row.indices().length + to - from];
    double[] values = new double[indices.length];
    int count = 0;
    int place = 0;
    for (; place < row.indices().length && row.indices()[place] < from; place++, count++) {
      indices[count] = row.indices()[place];
      values[count] = row.values()[place];
    }
    for (int i = 0; i < other.indices().length; i++) {
      if (other.indices()[i] >= from && other.indices()[i] < to) {
        indices[count] = other.indices()[i];
        values[count++] = other.values()[i];
      }
    }
    for (; place < row.indices().length; place++) {
      if (row.indices()[place] >= to) {
        indices[count] = row.indices()[place];
        values[count++] = row.values()[place];
      }
    }
    return new Features.Sparse(Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
  }
}
