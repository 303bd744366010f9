package org.filbert.operators.online;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.filbert.connectors.TaskKind;
import org.filbert.data.ClassNames;
import org.filbert.data.Excerpt;
import org.filbert.data.Target;

/**
 * The allowed labels of a stream and their meaning.
 *
 * @param classOf the class of each label; if empty, each label is a class
 * @param classes allowed classes; if empty, any
 */
public record LabelRule(TaskKind task, Map<String, String> classOf, List<String> classes)
    implements Serializable {
  private static final int LONGEST_SHOWN = 60;

  public LabelRule {
    classOf = Map.copyOf(classOf);
    classes = List.copyOf(classes);
  }

  /**
   * The target in the model's form.
   *
   * @throws IllegalArgumentException if it is not allowed; the message says why
   */
  public Target apply(Target target) {
    if (target instanceof Target.ClassName label && task == TaskKind.CLASSIFICATION) {
      String name = classOf.isEmpty() ? label.name() : groupOf(label.name());
      if (classes.isEmpty()) {
        return new Target.ClassName(name);
      }
      int known = new ClassNames(classes).indexOf(name);
      if (known < 0) {
        throw new IllegalArgumentException(
            "found class \"" + shown(name) + "\", allowed one of " + classes);
      }
      return new Target.ClassName(classes.get(known));
    }
    if (target instanceof Target.Values values && task == TaskKind.REGRESSION) {
      for (double value : values.values()) {
        if (!(Math.abs(value) <= FeatureAdapter.LARGEST)) {
          throw new IllegalArgumentException(
              "found label " + value + ", allowed numbers up to " + FeatureAdapter.LARGEST);
        }
      }
      return target;
    }
    throw new IllegalArgumentException(
        "found a label that is not for " + (task == TaskKind.REGRESSION ? "numbers" : "classes"));
  }

  private String groupOf(String label) {
    String group = classOf.get(label);
    if (group != null) {
      return group;
    }
    List<String> labels = List.copyOf(classOf.keySet());
    int known = new ClassNames(labels).indexOf(label);
    if (known < 0) {
      throw new IllegalArgumentException(
          "found label \"" + shown(label) + "\", which is in no group");
    }
    return classOf.getOrDefault(labels.get(known), label);
  }

  private static String shown(String name) {
    return Excerpt.of(name, LONGEST_SHOWN);
  }
}
