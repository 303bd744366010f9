package org.filbert.operators.scoring;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.filbert.data.ClassNames;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Target;

/** Converts the targets of records into the values to compare with a model's scores. */
final class Truth {
  private static final double[] NONE = {};

  private final Outputs outputs;
  private final Map<String, Integer> classes = new HashMap<>();

  Truth(Outputs outputs) {
    this.outputs = outputs;
    if (outputs instanceof Outputs.Classes known) {
      known.names().forEach(name -> classes.put(name, classes.size()));
    }
  }

  boolean ofClasses() {
    return outputs instanceof Outputs.Classes;
  }

  /** The name of a record's class if the model does not have it. */
  Optional<String> otherClass(Instance.Example record) {
    return ofClasses()
            && label(record) == classes.size()
            && record.target() instanceof Target.ClassName name
        ? Optional.of(name.name())
        : Optional.empty();
  }

  /** The class of a record as an index of the model; their number if the model does not have it. */
  int label(Instance.Example record) {
    if (!(record.target() instanceof Target.ClassName name)) {
      throw new IllegalArgumentException("found no class name, allowed one of the model's");
    }
    Integer exact = classes.get(name.name());
    int label =
        exact != null
            ? exact
            : new ClassNames(((Outputs.Classes) outputs).names()).indexOf(name.name());
    return label < 0 ? classes.size() : label;
  }

  /** The k true values of a record. */
  double[] values(Instance.Example record) {
    int k = outputs.columns();
    double[] found = record.target() instanceof Target.Values target ? target.values() : NONE;
    if (found.length != k) {
      throw new IllegalArgumentException(
          "found " + found.length + " target values, the model has " + k);
    }
    return found;
  }
}
