package org.filbert.online;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.filbert.data.ClassNames;
import org.filbert.data.Outputs;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** The meaning of an online learner's score columns. */
public sealed interface Columns {
  /** Number k. */
  int count();

  /** The problem of a target, as a message; null if there is none. */
  @Nullable String problem(Target target);

  /** The k target values of a row. */
  double[] values(Target target);

  /** The class that scores stand for; null where there is none. */
  @Nullable String label(double[] scores);

  /** What a model's columns stand for; none for fewer than two classes. */
  Optional<Outputs> outputs();

  /** Columns that cover these targets, too; present columns keep their places. */
  Columns extended(List<Target> targets);

  /** Scores in the units of the user's data. */
  default double[] inUnits(double[] scores) {
    return scores;
  }

  /**
   * Regression targets, k of them.
   *
   * @param means subtracted from them
   * @param scales that they are divided by; 1 in states of earlier versions
   */
  record Values(double[] means, double @Nullable [] scales) implements Columns {
    private static final double LARGEST = 1e140;

    public Values {
      Outputs.Targets checked =
          scales == null ? new Outputs.Targets(means) : new Outputs.Targets(means, scales);
      scales = checked.scales();
    }

    /** Targets that are not scaled. */
    public Values(double[] means) {
      this(means, new Outputs.Targets(means).scales());
    }

    @Override
    public Optional<Outputs> outputs() {
      return Optional.of(standardised());
    }

    private Outputs.Targets standardised() {
      return scales == null ? new Outputs.Targets(means) : new Outputs.Targets(means, scales);
    }

    @Override
    public int count() {
      return means.length;
    }

    @Override
    public @Nullable String problem(Target target) {
      if (!(target instanceof Target.Values values) || values.values().length != means.length) {
        return "found %s, expected %s target values".formatted(describe(target), means.length);
      }
      for (double value : values.values()) {
        if (!(Math.abs(value) <= LARGEST)) {
          return "found the target %s, allowed numbers up to %s, since squares are added; larger units help"
              .formatted(value, LARGEST);
        }
      }
      return null;
    }

    @Override
    public double[] values(Target target) {
      return standardised().scores(((Target.Values) target).values());
    }

    @Override
    public @Nullable String label(double[] scores) {
      return null;
    }

    @Override
    public double[] inUnits(double[] scores) {
      double[] values = scores.clone();
      standardised().toValues(values);
      return values;
    }

    @Override
    public Columns extended(List<Target> targets) {
      return this;
    }
  }

  /** Classes that are known from the beginning; two of them share a column. */
  record FixedClasses(List<String> names) implements Columns {
    public FixedClasses {
      names = new Outputs.Classes(names).names();
    }

    @Override
    public int count() {
      return classes().columns();
    }

    @Override
    public Optional<Outputs> outputs() {
      return Optional.of(classes());
    }

    private Outputs.Classes classes() {
      return new Outputs.Classes(names);
    }

    @Override
    public @Nullable String problem(Target target) {
      return target instanceof Target.ClassName name && new ClassNames(names).contains(name.name())
          ? null
          : "found %s, expected one of the classes %s".formatted(describe(target), names);
    }

    @Override
    public double[] values(Target target) {
      int label = new ClassNames(names).indexOf(((Target.ClassName) target).name());
      double[] values = new double[count()];
      for (int j = 0; j < values.length; j++) {
        values[j] = classes().target(label, j);
      }
      return values;
    }

    @Override
    public @Nullable String label(double[] scores) {
      return names.get(Outputs.Classes.winner(scores, 0, scores.length));
    }

    @Override
    public Columns extended(List<Target> targets) {
      return this;
    }
  }

  /** The classes met so far, a column each; others may come. */
  record OpenClasses(List<String> names) implements Columns {
    public OpenClasses {
      names = List.copyOf(names);
    }

    @Override
    public int count() {
      return names.size();
    }

    @Override
    public Optional<Outputs> outputs() {
      return names.size() < 2 ? Optional.empty() : Optional.of(new Outputs.Classes(names));
    }

    @Override
    public @Nullable String problem(Target target) {
      return target instanceof Target.ClassName
          ? null
          : "found %s, expected a class".formatted(describe(target));
    }

    @Override
    public double[] values(Target target) {
      int label = new ClassNames(names).indexOf(((Target.ClassName) target).name());
      double[] values = new double[count()];
      for (int j = 0; j < values.length; j++) {
        values[j] = j == label ? 1 : -1;
      }
      return values;
    }

    @Override
    public @Nullable String label(double[] scores) {
      if (scores.length < 2) {
        return scores.length == 0 ? null : names.get(0);
      }
      return names.get(Outputs.Classes.winner(scores, 0, scores.length));
    }

    @Override
    public Columns extended(List<Target> targets) {
      Set<Target.ClassName> all = new LinkedHashSet<>();
      names.forEach(name -> all.add(new Target.ClassName(name)));
      targets.forEach(target -> all.add((Target.ClassName) target));
      return all.size() == names.size()
          ? this
          : new OpenClasses(all.stream().map(Target.ClassName::name).toList());
    }
  }

  private static String describe(Target target) {
    return target instanceof Target.ClassName name
        ? "class \"" + name.name() + "\""
        : ((Target.Values) target).values().length + " target values";
  }
}
