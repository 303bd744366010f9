package org.filbert.operators.scoring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.read.Input;
import org.filbert.data.Excerpt;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.linalg.Backends;
import org.filbert.model.Explanation;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.spec.UserErrorException;
import org.filbert.table.CellColumns;
import org.filbert.table.TableCounts;
import org.filbert.table.TableEncoder;
import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/**
 * Scores batches of an input with a stored model. A record that does not fit the model is an error.
 * One whose scores are not finite is a bad record. Not thread-safe.
 */
final class BatchScorer implements AutoCloseable {
  private final Input input;
  private final Scorer scorer;
  private final TrainedModel model;
  private final @Nullable Truth truth;
  private final @Nullable Explanation explanation;

  /** Loads the version of a scoring. */
  BatchScorer(Scoring scoring, MetricGroup metrics) throws IOException {
    this.input = scoring.input();
    List<TrainedModel> pinned = new ArrayList<>();
    this.scorer = new Scorer(scoring.choice(), pinned::add, metrics);
    this.model = pinned.get(0);
    this.truth = scoring.compare() ? new Truth(model.outputs()) : null;
    this.explanation = scoring.explain() ? Explanation.of(model, Backends.best()) : null;
  }

  /**
   * Scores a batch.
   *
   * @throws SuppressRestartsException with a {@link UserErrorException} for a record that the model
   *     does not take
   */
  ScoredBatch score(RowBatch batch) throws IOException {
    List<Instance.Example> records = new ArrayList<>();
    List<Features> features = new ArrayList<>();
    List<Instance.Bad> bad = new ArrayList<>();
    int size = batch.records().size();
    int k = model.outputs().columns();
    boolean classes = truth != null && truth.ofClasses();
    long[] rows = new long[size - bad(batch)];
    int[] labels = new int[classes ? rows.length : 0];
    double[] targets = new double[truth != null && !classes ? rows.length * k : 0];
    TableEncoder weighing = truth == null ? null : weighing();
    double[] weights = new double[weighing == null ? 0 : rows.length];
    for (int i = 0; i < size; i++) {
      if (batch.records().get(i) instanceof Instance.Bad record) {
        bad.add(record);
      } else if (batch.records().get(i) instanceof Instance.Example record) {
        int row = features.size();
        rows[row] = batch.firstRow() + i;
        try {
          scorer.check(record.features());
          if (truth != null && classes) {
            labels[row] = truth.label(record);
          } else if (truth != null) {
            System.arraycopy(truth.values(record), 0, targets, row * k, k);
          }
          if (weighing != null) {
            weights[row] = weighing.heldOutWeight(record.features());
          }
        } catch (IllegalArgumentException e) {
          throw new SuppressRestartsException(
              new UserErrorException(input.place(record.position()) + ": " + e.getMessage(), e));
        }
        features.add(record.features());
        records.add(record);
      }
    }
    if (features.isEmpty()) {
      return new ScoredBatch(
          batch.number(),
          rows,
          new double[0],
          labels,
          List.of(),
          targets,
          weights,
          bad,
          0,
          Coverage.NONE,
          TableCounts.NONE);
    }
    Scores scored = scorer.score(features);
    double[] scores = scored.values();
    int kept = 0;
    List<Features> explained = new ArrayList<>();
    List<String> otherClasses = new ArrayList<>();
    for (int row = 0; row < rows.length; row++) {
      String problem = scored.problem(row);
      if (problem != null) {
        bad.add(bad(records.get(row), problem));
        continue;
      }
      if (kept < row) { // after one that was left out
        rows[kept] = rows[row];
        System.arraycopy(scores, row * k, scores, kept * k, k);
        if (classes) {
          labels[kept] = labels[row];
        } else if (truth != null) {
          System.arraycopy(targets, row * k, targets, kept * k, k);
        }
        if (weighing != null) {
          weights[kept] = weights[row];
        }
      }
      if (truth != null) {
        truth.otherClass(records.get(row)).ifPresent(otherClasses::add);
      }
      if (explanation != null) {
        explained.add(features.get(row));
      }
      kept++;
    }
    return new ScoredBatch(
        batch.number(),
        Arrays.copyOf(rows, kept),
        explanation == null || kept == 0
            ? Arrays.copyOf(scores, kept * k)
            : explained(explanation, explained, scores, k),
        Arrays.copyOf(labels, classes ? kept : 0),
        otherClasses,
        Arrays.copyOf(targets, truth != null && !classes ? kept * k : 0),
        Arrays.copyOf(weights, weighing == null ? 0 : kept),
        bad,
        scored.farRows(),
        scored.text(),
        scored.cells());
  }

  /** The scores of each row, and then what explains the predicted one. */
  private static double[] explained(
      Explanation explanation, List<Features> records, double[] scores, int k) {
    int width = k + explanation.numbers();
    double[] all = new double[records.size() * width];
    for (int i = 0; i < records.size(); i++) {
      System.arraycopy(scores, i * k, all, i * width, k);
      int output = k == 1 ? 0 : Outputs.Classes.winner(scores, i * k, k);
      double[] values = explanation.of(records.get(i), output);
      System.arraycopy(values, 0, all, i * width + k, values.length);
    }
    return all;
  }

  /** The columns of a table whose records may have weights; null of other inputs. */
  private @Nullable TableEncoder weighing() {
    CellColumns columns = input.dataSet().columns();
    return columns != null
            && columns.weighted()
            && model.preprocessing().ofRecords() instanceof TablePreprocessing own
        ? own.table()
        : null;
  }

  /** The bad record, if the input's go into quarantine. */
  private Instance.Bad bad(Instance.Example record, String reason) throws IOException {
    String place = input.place(record.position());
    if (input.dataSet().onBadRecord() != OnBadRecord.QUARANTINE) {
      throw new SuppressRestartsException(new UserErrorException(place + ": " + reason, null));
    }
    return new Instance.Bad(
        record.role(),
        record.position(),
        place,
        reason,
        record.features() instanceof Features.Dense dense
            ? Excerpt.of(Arrays.toString(dense.values()))
            : "");
  }

  private static int bad(RowBatch batch) {
    return (int) batch.records().stream().filter(Instance.Bad.class::isInstance).count();
  }

  @Override
  public void close() {
    scorer.close();
  }
}
