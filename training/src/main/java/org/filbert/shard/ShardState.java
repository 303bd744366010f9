package org.filbert.shard;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Sample;
import org.filbert.workers.Key;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/** The state of every worker of a training run before the solver adds to it. */
public final class ShardState {
  /** The records as they were read, in shard order. They are removed once they are encoded. */
  @SuppressWarnings("unchecked")
  public static final Key<List<Instance>> INSTANCES =
      (Key<List<Instance>>) (Key<?>) Key.everywhere("instances", List.class);

  /** The training rows. */
  public static final Key<Sample> TRAIN = Key.everywhere("train", Sample.class);

  /** Validation and test rows, if there are any. */
  @SuppressWarnings("unchecked")
  public static final Key<List<Sample>> HELD_OUT =
      (Key<List<Sample>>) (Key<?>) Key.everywhere("heldOut", List.class);

  /** The training rows and then held-out rows before a learned metric mapped them; if one has. */
  @SuppressWarnings("unchecked")
  public static final Key<List<Sample>> UNMAPPED =
      (Key<List<Sample>>) (Key<?>) Key.everywhere("unmapped", List.class);

  /** Some of the training records as they were read, which stay; see {@code KeptExamples}. */
  @SuppressWarnings("unchecked")
  public static final Key<List<Instance>> EXAMPLES =
      (Key<List<Instance>>) (Key<?>) Key.everywhere("examples", List.class);

  private static final Key<double[]> WEIGHTS = Key.everywhere("weights", double[].class);

  /** The weights while some of the rows are held back. */
  private static final Key<double[]> FULL_WEIGHTS = Key.everywhere("full weights", double[].class);

  /** The rows' own weights, where those of classes multiply them. */
  private static final Key<double[]> OWN_WEIGHTS = Key.everywhere("own weights", double[].class);

  @SuppressWarnings("unchecked")
  private static final Key<List<double[]>> HELD_OUT_WEIGHTS =
      (Key<List<double[]>>) (Key<?>) Key.everywhere("heldOutWeights", List.class);

  /** All training rows, while {@link #TRAIN} has some of them. */
  private static final Key<Whole> WHOLE = Key.everywhere("whole", Whole.class);

  private static final Key<long[]> LEARNED = Key.everywhere("learned by the metric", long[].class);

  private static final Key<Outputs> OUTPUTS = Key.everywhere("outputs", Outputs.class);

  /** In states of earlier versions: what each column of targets counts in an error. */
  private static final Key<double[]> SHARES = Key.everywhere("shares", double[].class);

  /** All keys of the shard. */
  public static final List<Key<?>> KEYS =
      List.of(
          INSTANCES,
          TRAIN,
          HELD_OUT,
          UNMAPPED,
          EXAMPLES,
          WEIGHTS,
          FULL_WEIGHTS,
          OWN_WEIGHTS,
          HELD_OUT_WEIGHTS,
          WHOLE,
          LEARNED,
          OUTPUTS,
          SHARES);

  private ShardState() {}

  /**
   * Training rows with their weights.
   *
   * @param weights null if all are 1
   * @param own those without regard to classes; null if they are the weights
   * @param unmapped the rows before a metric mapped them; null if none has, and in a state of an
   *     earlier version
   */
  record Whole(
      Sample rows,
      double @Nullable [] weights,
      double @Nullable [] own,
      @Nullable Sample unmapped) {
    static Whole of(Worker worker) {
      List<Sample> unmapped = worker.find(UNMAPPED);
      return new Whole(
          worker.get(TRAIN),
          worker.find(WEIGHTS),
          worker.find(OWN_WEIGHTS),
          unmapped == null ? null : unmapped.get(0));
    }

    Whole select(int[] places) {
      return new Whole(
          rows.select(places),
          at(places, weights),
          own == null || own.length == 0 ? own : at(places, own),
          unmapped == null ? null : unmapped.select(places));
    }

    private static double @Nullable [] at(int[] places, double @Nullable [] all) {
      return all == null ? null : IntStream.of(places).mapToDouble(place -> all[place]).toArray();
    }
  }

  /** Sets all training rows but some aside. Answers how many are left. */
  public static int keepOnly(Worker worker, long[] positions) {
    Whole whole = worker.getOrMake(WHOLE, () -> Whole.of(worker));
    put(worker, whole.select(whole.rows().placesOf(positions)));
    return worker.get(TRAIN).count();
  }

  /** All training rows count again, as they were before {@link #keepOnly}. */
  public static void takeAll(Worker worker) {
    Whole whole = worker.find(WHOLE);
    if (whole != null) {
      put(worker, whole);
      worker.remove(FULL_WEIGHTS);
      worker.remove(WHOLE);
    }
  }

  private static void put(Worker worker, Whole rows) {
    worker.put(TRAIN, rows.rows());
    put(worker, WEIGHTS, rows.weights());
    put(worker, OWN_WEIGHTS, rows.own());
    List<Sample> unmapped = worker.find(UNMAPPED);
    if (rows.unmapped() != null && unmapped == null) {
      worker.put(TRAIN, rows.unmapped());
    } else if (rows.unmapped() != null) {
      List<Sample> replaced = new ArrayList<>(unmapped);
      replaced.set(0, rows.unmapped());
      worker.put(UNMAPPED, List.copyOf(replaced));
    }
  }

  private static void put(Worker worker, Key<double[]> key, double @Nullable [] values) {
    if (values == null) {
      worker.remove(key);
    } else {
      worker.put(key, values);
    }
  }

  /** The weight of each training row in the loss, above 0. It is 1 unless it was set. */
  public static double[] weights(Worker worker) {
    return worker.getOrMake(WEIGHTS, () -> ones(worker.get(TRAIN).count()));
  }

  /** The weights without regard to rows that are held back. */
  public static double[] fullWeights(Worker worker) {
    double[] full = worker.find(FULL_WEIGHTS);
    return full == null ? weights(worker) : full;
  }

  /** Sets the weights of a solution that some of the rows are held back from. */
  public static void setPartialWeights(Worker worker, double[] weights) {
    worker.put(FULL_WEIGHTS, fullWeights(worker));
    worker.put(WEIGHTS, weights);
  }

  /** Keeps the positions, in ascending order, of the rows that a metric learns from. */
  public static void setLearned(Worker worker, long[] positions) {
    worker.put(LEARNED, positions);
  }

  /**
   * The places of the first training rows, which are in random order, at most so many.
   *
   * @param unlearned whether rows that a metric has learned from are passed over
   */
  public static int[] first(Worker worker, int most, boolean unlearned) {
    long[] learned = unlearned ? worker.find(LEARNED) : null;
    long[] positions = worker.get(TRAIN).positions();
    return IntStream.range(0, positions.length)
        .filter(i -> learned == null || Arrays.binarySearch(learned, positions[i]) < 0)
        .limit(most)
        .toArray();
  }

  /** No row is held back any longer. */
  public static void setFullWeights(Worker worker) {
    worker.put(WEIGHTS, fullWeights(worker));
    worker.remove(FULL_WEIGHTS);
  }

  /** The weights of the training rows, where they have been set; in the order of the records. */
  public static double @Nullable [] givenWeights(Worker worker) {
    return worker.find(WEIGHTS);
  }

  /** The weights that the rows have by themselves, whatever their classes; null if all are 1. */
  public static double @Nullable [] ownWeights(Worker worker) {
    double[] own = worker.find(OWN_WEIGHTS);
    if (own != null) {
      return own.length == 0 ? null : own;
    }
    double[] full = worker.find(FULL_WEIGHTS);
    return full == null ? worker.find(WEIGHTS) : full;
  }

  /** Multiplies the weight of every training row by that of its class. */
  public static void multiplyWeights(Worker worker, double[] byClass) {
    double[] own = worker.find(WEIGHTS);
    worker.put(OWN_WEIGHTS, own == null ? new double[0] : own);
    int[] labels = worker.get(TRAIN).labels();
    double[] product = weights(worker).clone();
    Arrays.setAll(product, i -> product[i] * byClass[labels[i]]);
    worker.put(WEIGHTS, product);
  }

  /** The weights of the rows of a held-out sample; null if every row counts 1. */
  public static double @Nullable [] heldOutWeights(Worker worker, int sample) {
    List<double[]> weights = worker.find(HELD_OUT_WEIGHTS);
    return weights == null ? null : weights.get(sample);
  }

  /** Sets the weights of validation rows and of test rows, in the order of the records. */
  public static void setHeldOutWeights(Worker worker, List<double[]> weights) {
    worker.put(HELD_OUT_WEIGHTS, weights);
  }

  /** What scores mean. Unless it was set, an error counts all columns of targets alike. */
  public static Outputs outputs(Worker worker) {
    Outputs set = worker.find(OUTPUTS);
    if (set != null) {
      return set;
    }
    double[] shares = worker.getOrMake(SHARES, () -> ones(worker.get(TRAIN).y().cols()));
    return new Outputs.Targets(new double[shares.length], shares);
  }

  public static void setOutputs(Worker worker, Outputs outputs) {
    worker.put(OUTPUTS, outputs);
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Sets the weights of the training rows, above 0, in the order of the records. */
  public static void setWeights(Worker worker, double[] weights) {
    worker.put(WEIGHTS, weights);
  }
}
