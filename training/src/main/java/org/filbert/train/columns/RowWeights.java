package org.filbert.train.columns;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.filbert.data.DataException;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.shard.ShardState;
import org.filbert.table.CellKind;
import org.filbert.train.rows.ClassWeights;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Takes the weights of the rows from their cells, and leaves out rows of weight 0. Held-out rows
 * without a weight count 1.
 *
 * @param place of the weight among the cells of a row
 */
public record RowWeights(int place) implements Task<RowWeights.Answer> {
  /** One worker's part, or the merged whole. */
  record Answer(long weightless, double least, double most) {
    private Answer merge(Answer other) {
      return new Answer(
          weightless + other.weightless, Math.min(least, other.least), Math.max(most, other.most));
    }
  }

  /**
   * Sets the weights of a table that has a column of them.
   *
   * @throws DataException for a training row whose weight is no number of 0 or more
   * @throws RefusedException if all weights are 0, or if they differ too much
   */
  public static void take(TableOptions table, Workers workers) {
    Answer answer =
        workers.gather(new RowWeights(table.features().size())).stream()
            .reduce(Answer::merge)
            .orElseThrow();
    TableOptions.Column column = table.weight();
    String name = column == null ? "" : column.name();
    if (answer.weightless > 0 && answer.most == 0) {
      throw new RefusedException(
          "column %s has the weight 0 in all %s training rows, allowed a weight above 0 in some"
              .formatted(name, answer.weightless));
    }
    if (answer.most / ClassWeights.LARGEST_RATIO > answer.least) {
      throw new RefusedException(
          "column %s has weights from %s to %s, allowed a ratio of at most %s, and 0: lighter rows would be lost in rounding"
              .formatted(name, answer.least, answer.most, ClassWeights.LARGEST_RATIO));
    }
  }

  @Override
  public Answer run(Worker worker) {
    List<Instance> kept = new ArrayList<>();
    Map<Role, List<Double>> weights = new EnumMap<>(Role.class);
    Answer answer = new Answer(0, Double.POSITIVE_INFINITY, 0);
    for (Instance instance : worker.get(ShardState.INSTANCES)) {
      if (instance instanceof Instance.Example example
          && example.features() instanceof Features.Cells cells) {
        boolean training = example.role() == Role.TRAIN;
        double weight = weight(example, cells);
        if (weight == 0) {
          answer = answer.merge(new Answer(training ? 1 : 0, Double.POSITIVE_INFINITY, 0));
          continue;
        }
        answer = training ? answer.merge(new Answer(0, weight, weight)) : answer;
        weights.computeIfAbsent(example.role(), role -> new ArrayList<>()).add(weight);
      }
      kept.add(instance);
    }
    worker.put(ShardState.INSTANCES, List.copyOf(kept));
    ShardState.setWeights(worker, of(Role.TRAIN, weights));
    ShardState.setHeldOutWeights(
        worker, List.of(of(Role.VALIDATION, weights), of(Role.TEST, weights)));
    return answer;
  }

  private static double[] of(Role role, Map<Role, List<Double>> weights) {
    return weights.getOrDefault(role, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private double weight(Instance.Example example, Features.Cells cells) {
    @Nullable String cell = cells.count() > place ? cells.cell(place) : null;
    if (cell == null && example.role() != Role.TRAIN) {
      return 1;
    }
    double weight = cell == null ? Double.NaN : CellKind.number(cell);
    if (!(weight >= 0)) {
      throw new DataException(
          example.role(),
          example.position(),
          "found %s as the weight, allowed %s"
              .formatted(cell == null ? "no value" : '"' + cell + '"', CellKind.WEIGHT.allowed()));
    }
    return weight;
  }
}
