package org.filbert.train.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.filbert.data.ClassNames;
import org.filbert.data.DataException;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Role;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.data.SparseRows;
import org.filbert.data.StoredRow;
import org.filbert.data.Target;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.RowEncoder;
import org.filbert.model.TextPreprocessing;
import org.filbert.shard.ShardState;
import org.filbert.shard.TextReport;
import org.filbert.text.Coverage;
import org.filbert.text.EncodedText;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/** Turns the records into matrices, and removes the records. */
public record Encode(RowEncoder preprocessing, Outputs outputs, HeldOutDraw draw)
    implements Task<Encode.Answer> {

  /**
   * Numbers of the encoded shard.
   *
   * @param rows training rows
   * @param values stored values of these
   * @param otherRows test rows of classes that training lacks
   * @param otherClasses these classes, as they are spelled
   */
  public record Answer(
      int rows,
      int validationRows,
      int testRows,
      long values,
      TextReport text,
      int otherRows,
      List<String> otherClasses) {
    public int heldOutRows() {
      return validationRows + testRows;
    }
  }

  @Override
  public Answer run(Worker worker) {
    Map<Role, List<Instance.Example>> byRole = new HashMap<>();
    for (Instance instance : worker.get(ShardState.INSTANCES)) {
      if (instance instanceof Instance.Example example) {
        byRole.computeIfAbsent(example.role(), role -> new ArrayList<>()).add(example);
      }
    }
    worker.remove(ShardState.INSTANCES);
    Encoded train = encode(Role.TRAIN, byRole.getOrDefault(Role.TRAIN, List.of()));
    Coverage heldOutText = Coverage.NONE;
    List<Sample> heldOut = new ArrayList<>();
    List<double[]> weights = new ArrayList<>();
    for (Role role : List.of(Role.VALIDATION, Role.TEST)) {
      List<Instance.Example> rows = byRole.getOrDefault(role, List.of());
      int[] taken = IntStream.range(0, rows.size()).filter(i -> draw.takes(rows.get(i))).toArray();
      Encoded encoded = encode(role, IntStream.of(taken).mapToObj(rows::get).toList());
      double[] given = ShardState.heldOutWeights(worker, heldOut.size());
      if (given != null) {
        weights.add(IntStream.of(taken).mapToDouble(i -> given[i]).toArray());
      }
      heldOut.add(encoded.sample());
      heldOutText = heldOutText.plus(encoded.text());
    }
    Sample test = heldOut.get(1);
    worker.put(ShardState.TRAIN, train.sample());
    worker.put(ShardState.HELD_OUT, heldOut);
    if (!weights.isEmpty()) {
      ShardState.setHeldOutWeights(worker, weights);
    }
    ShardState.setOutputs(worker, outputs);
    return new Answer(
        train.sample().count(),
        heldOut.get(0).count(),
        heldOut.get(1).count(),
        values(train.sample().x()),
        new TextReport(train.text(), heldOutText),
        (int) IntStream.of(test.labels()).filter(label -> label == classes()).count(),
        otherClasses(byRole.getOrDefault(Role.TEST, List.of())));
  }

  private static long values(Rows rows) {
    return rows instanceof SparseRows sparse
        ? sparse.nonZeros()
        : (long) rows.count() * rows.features();
  }

  /** Number of the classes; 0 for regression. */
  private int classes() {
    return outputs instanceof Outputs.Classes known ? known.names().size() : 0;
  }

  /** Whether a row is a test row of a class that training lacks: every prediction is wrong. */
  private boolean isOther(Instance.Example example) {
    return example.role() == Role.TEST
        && outputs instanceof Outputs.Classes known
        && example.target() instanceof Target.ClassName target
        && !new ClassNames(known.names()).contains(target.name());
  }

  private List<String> otherClasses(List<Instance.Example> rows) {
    return rows.stream()
        .filter(row -> draw.takes(row) && isOther(row))
        .map(row -> ((Target.ClassName) Objects.requireNonNull(row.target())).name())
        .distinct()
        .sorted()
        .toList();
  }

  private record Encoded(Sample sample, Coverage text) {}

  private Encoded encode(Role role, List<Instance.Example> examples) {
    int k = outputs.columns();
    Matrix y = Matrix.zeros(Precision.DOUBLE, examples.size(), k);
    int[] labels = new int[outputs instanceof Outputs.Classes ? examples.size() : 0];
    long[] positions = new long[examples.size()];
    List<Features> features = new ArrayList<>();
    for (int i = 0; i < examples.size(); i++) {
      Instance.Example example = examples.get(i);
      positions[i] = example.position();
      checkWidth(preprocessing::check, example);
      try {
        if (isOther(example)) {
          labels[i] = classes();
        } else {
          y.write(i, i + 1, targets(example, i, labels));
        }
      } catch (IllegalArgumentException e) {
        throw new DataException(role, example.position(), String.valueOf(e.getMessage()));
      }
      features.add(example.features());
    }
    if (preprocessing instanceof TextPreprocessing text) {
      EncodedText encoded = text.encode(features);
      return new Encoded(
          new Sample(role, encoded.rows(), y, labels, positions), encoded.coverage());
    }
    Rows x = preprocessing.apply(features);
    requireSquares(role, x, positions);
    return new Encoded(new Sample(role, x, y, labels, positions), Coverage.NONE);
  }

  /** Refuses rows whose squares leave the range of the precision: they have no kernel values. */
  private static void requireSquares(Role role, Rows x, long[] positions) {
    double most = x.precision() == Precision.SINGLE ? 1e37 : 1e307;
    double[] squares = x.squaredNorms();
    for (int i = 0; i < squares.length; i++) {
      if (!(squares[i] <= most)) {
        throw new DataException(
            role,
            positions[i],
            "%s once it is centred and scaled, its square has to be at most %s; what helps: another scaling%s, or rows without such values"
                .formatted(
                    StoredRow.of(x, i).largest(),
                    most,
                    x.precision() == Precision.SINGLE ? ", precision: double" : ""));
      }
    }
  }

  public static void checkWidth(Consumer<Features> check, Instance.Example example) {
    try {
      check.accept(example.features());
    } catch (IllegalArgumentException e) {
      throw new DataException(example.role(), example.position(), String.valueOf(e.getMessage()));
    }
  }

  private double[] targets(Instance.Example example, int row, int[] labels) {
    double[] y = targets(outputs, example.target());
    if (labels.length > 0) {
      labels[row] = Outputs.Classes.winner(y, 0, y.length);
    }
    return y;
  }

  /**
   * The scores that a target stands for.
   *
   * @throws IllegalArgumentException if it is none of the outputs
   */
  static double[] targets(Outputs outputs, @Nullable Target given) {
    int k = outputs.columns();
    if (outputs instanceof Outputs.Classes classes && given instanceof Target.ClassName target) {
      ClassNames known = new ClassNames(classes.names());
      int label = known.indexOf(target.name());
      if (label < 0) {
        throw new IllegalArgumentException(
            "found class \"" + target.name() + "\", training has only " + known);
      }
      double[] y = new double[k];
      Arrays.setAll(y, j -> classes.target(label, j));
      return y;
    }
    if (outputs instanceof Outputs.Targets targets && given instanceof Target.Values target) {
      if (target.values().length != k) {
        throw new IllegalArgumentException(
            "found " + target.values().length + " targets, training has " + k);
      }
      return targets.scores(target.values());
    }
    throw new IllegalArgumentException("found no usable target");
  }
}
