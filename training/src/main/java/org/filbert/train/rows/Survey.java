package org.filbert.train.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.random.Mixer;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/** Counts the records of a shard, with their features, classes and targets. */
public record Survey() implements Task<Survey.Answer> {
  /** Counts the records of all shards. */
  public static Answer of(Workers workers) {
    return workers.gather(new Survey()).stream().reduce(Answer::merge).orElseThrow();
  }

  /**
   * One worker's part, or the merged whole.
   *
   * @param rows number of usable records by role code
   * @param width largest number of features of a training record and, where these are sparse, of a
   *     held-out one
   * @param nonZeros stored values of all training records
   * @param texts number of training records that are text
   * @param sparse whether any training record is sparse
   * @param classes class names of the training records as they are spelled, sorted
   * @param targetSums sums of the training targets by column; empty for classes
   * @param fingerprint sum of a hash of every training record
   * @param bad records to be quarantined
   */
  public record Answer(
      long[] rows,
      int width,
      long nonZeros,
      long texts,
      boolean sparse,
      List<String> classes,
      double[] targetSums,
      long fingerprint,
      List<Instance.Bad> bad) {

    public long count(Role role) {
      return rows[role.code()];
    }

    Answer merge(Answer other) {
      long[] allRows = new long[rows.length];
      Arrays.setAll(allRows, i -> rows[i] + other.rows[i]);
      TreeSet<String> allClasses = new TreeSet<>(classes);
      allClasses.addAll(other.classes);
      List<Instance.Bad> allBad = new ArrayList<>(bad);
      allBad.addAll(other.bad);
      return new Answer(
          allRows,
          Math.max(width, other.width),
          nonZeros + other.nonZeros,
          texts + other.texts,
          sparse || other.sparse,
          List.copyOf(allClasses),
          add(targetSums, other.targetSums),
          fingerprint + other.fingerprint,
          List.copyOf(allBad));
    }

    public static double[] add(double[] a, double[] b) {
      if (a.length == 0 || b.length == 0) {
        return a.length == 0 ? b : a;
      }
      if (a.length != b.length) {
        throw new RefusedException(
            "found rows of " + a.length + " and of " + b.length + " targets, must be the same");
      }
      double[] sum = new double[a.length];
      Arrays.setAll(sum, j -> a[j] + b[j]);
      return sum;
    }
  }

  @Override
  public Answer run(Worker worker) {
    long[] rows = new long[Role.values().length];
    int width = 0;
    int heldOutWidth = 0;
    long nonZeros = 0;
    long texts = 0;
    boolean sparse = false;
    TreeSet<String> classes = new TreeSet<>();
    double[] targetSums = new double[0];
    long fingerprint = 0;
    List<Instance.Bad> bad = new ArrayList<>();
    for (Instance instance : worker.get(ShardState.INSTANCES)) {
      if (instance instanceof Instance.Bad record) {
        bad.add(record);
      } else if (instance instanceof Instance.Example example) {
        rows[example.role().code()]++;
        if (example.role() == Role.TRAIN) {
          width = Math.max(width, example.features().width());
          if (example.features() instanceof Features.Sparse features) {
            sparse = true;
            nonZeros += features.indices().length;
          } else if (example.features() instanceof Features.Text) {
            texts++;
          } else {
            nonZeros += example.features().width();
          }
          if (example.target() instanceof Target.ClassName target) {
            classes.add(target.name());
          } else if (example.target() instanceof Target.Values target) {
            targetSums = Answer.add(targetSums, target.values());
          }
          fingerprint += fingerprint(example);
        } else if (example.features() instanceof Features.Sparse) {
          heldOutWidth = Math.max(heldOutWidth, example.features().width());
        }
      }
    }
    return new Answer(
        rows,
        sparse || rows[Role.TRAIN.code()] == 0 ? Math.max(width, heldOutWidth) : width,
        nonZeros,
        texts,
        sparse,
        List.copyOf(classes),
        targetSums,
        fingerprint,
        List.copyOf(bad));
  }

  private static long fingerprint(Instance.Example example) {
    Mixer mixer = new Mixer(example.position());
    if (example.features() instanceof Features.Sparse sparse) {
      for (int t = 0; t < sparse.indices().length; t++) {
        mixer.add(sparse.indices()[t]).add(sparse.values()[t]);
      }
    } else if (example.features() instanceof Features.Dense dense) {
      for (double value : dense.values()) {
        mixer.add(value);
      }
    } else if (example.features() instanceof Features.Text text) {
      mixer.add(text.document());
    }
    if (example.target() instanceof Target.ClassName target) {
      mixer.add(target.name());
    } else if (example.target() instanceof Target.Values target) {
      for (double value : target.values()) {
        mixer.add(value);
      }
    }
    return mixer.value();
  }
}
