package org.filbert.jobs.scoring;

import java.io.Serializable;
import java.util.List;
import org.filbert.model.Outputs;

/**
 * What a model's scores mean, to travel with a job.
 *
 * @param classes by the names they have in the user's data; none for regression
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

  /** The class that each score is for: of two classes the second. */
  List<String> scoredClasses() {
    return classes.size() == 2 ? classes.subList(1, 2) : classes;
  }

  /** The predicted class of a row whose scores begin at a place in an array. */
  String winner(double[] values, int from) {
    return classes.get(Outputs.Classes.winner(values, from, scores));
  }
}
