package org.filbert.jobs.training;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import org.filbert.cost.Costs;
import org.filbert.model.CurvePoint;
import org.filbert.train.Training;

/**
 * A line of {@code curve.jsonl}.
 *
 * @param costs of this epoch
 */
record EpochLine(@JsonUnwrapped CurvePoint point, Costs costs) {
  static List<EpochLine> of(Training.State state) {
    List<CurvePoint> curve = state.progress().curve();
    List<EpochLine> lines = new ArrayList<>();
    for (int i = 0; i < curve.size(); i++) {
      lines.add(new EpochLine(curve.get(i), state.ledger().epochs().get(i)));
    }
    return lines;
  }
}
