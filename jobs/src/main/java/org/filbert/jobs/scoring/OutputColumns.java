package org.filbert.jobs.scoring;

import java.io.Serializable;
import java.util.List;
import org.filbert.data.Outputs;

/**
 * Meaning of a model's scores, serializable with a job.
 *
 * @param classes names in the user's data; none for regression
 * @param scores number k of scores of a row
 */
record OutputColumns(List<String> classes, int scores) implements Serializable {
  OutputColumns {
    classes = List.copyOf(classes);
  }

  static OutputColumns of(Outputs outputs) {
    return new OutputColumns(
        outputs instanceof Outputs.Classes known ? known.names() : List.of(), outputs.columns());
  }

  boolean ofClasses() {
    return !classes.isEmpty();
  }

  /** The class of each score column. With two classes, the only score belongs to the second. */
  List<String> scoredClasses() {
    return classes.size() == 2 ? classes.subList(1, 2) : classes;
  }

  /**
   * The predicted class of a row.
   *
   * @param from index of its first score
   */
  String winner(double[] values, int from) {
    return classes.get(Outputs.Classes.winner(values, from, scores));
  }
}
