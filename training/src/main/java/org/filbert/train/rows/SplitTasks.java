package org.filbert.train.rows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.filbert.data.ClassNames;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.data.ValidationSplit;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.shard.ShardState;
import org.filbert.workers.Action;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Holds out some of the workers' training rows as validation rows, or leaves some out. A class that
 * would have no training row left keeps all of its rows, as a model could not predict it.
 */
public final class SplitTasks {
  private SplitTasks() {}

  public static void run(ValidationSplit split, Workers workers) {
    Set<String> learned = new TreeSet<>();
    workers.gather(new FindClasses(split)).forEach(learned::addAll);
    workers.gather(new HoldOut(split, List.copyOf(learned)));
  }

  /** Keeps training rows with this chance; a class that would have none keeps all of its rows. */
  static void thin(long seed, double share, Workers workers) {
    Set<String> learned = new TreeSet<>();
    workers.gather(new FindKept(seed, share)).forEach(learned::addAll);
    workers.gather(new Thin(seed, share, List.copyOf(learned)));
  }

  /** Bit of the positions of training rows that were given as validation rows. */
  static final long VALIDATION_BIT = 1L << 62;

  /** Makes training rows of validation rows, with positions that no other row has. */
  record LearnAll() implements Action {
    @Override
    public void act(Worker worker) {
      List<Instance> rows = new ArrayList<>();
      for (Instance instance : worker.get(ShardState.INSTANCES)) {
        rows.add(
            instance instanceof Instance.Example example && example.role() == Role.VALIDATION
                ? new Instance.Example(
                    Role.TRAIN,
                    example.position() | VALIDATION_BIT,
                    example.features(),
                    example.target())
                : instance);
      }
      worker.put(ShardState.INSTANCES, List.copyOf(rows));
    }
  }

  private static boolean isKept(Instance instance, long seed, double share) {
    return !(instance instanceof Instance.Example example)
        || example.role() != Role.TRAIN
        || Draws.stream(seed, Purpose.ROW_SHARE, example.position()).nextDouble() < share;
  }

  /** The classes of the training rows that are kept, as they are spelled. */
  record FindKept(long seed, double share) implements Task<List<String>> {
    @Override
    public List<String> run(Worker worker) {
      return classes(
          worker,
          instance ->
              instance instanceof Instance.Example example
                  && example.role() == Role.TRAIN
                  && isKept(instance, seed, share));
    }
  }

  /** Drops the training rows that are not kept, except for those of other classes. */
  record Thin(long seed, double share, List<String> learned) implements Action {
    @Override
    public void act(Worker worker) {
      Predicate<Instance> known = ofClasses(learned);
      List<Instance> rows = new ArrayList<>();
      for (Instance instance : worker.get(ShardState.INSTANCES)) {
        if (!known.test(instance) || isKept(instance, seed, share)) {
          rows.add(instance);
        }
      }
      worker.put(ShardState.INSTANCES, List.copyOf(rows));
    }
  }

  /** The classes of the rows that stay, as they are spelled. */
  record FindClasses(ValidationSplit split) implements Task<List<String>> {
    @Override
    public List<String> run(Worker worker) {
      return classes(worker, instance -> split.apply(instance).role() == Role.TRAIN);
    }
  }

  /**
   * The split, except for rows of other classes.
   *
   * @param learned names of the classes that have rows to learn from
   */
  record HoldOut(ValidationSplit split, List<String> learned) implements Action {
    @Override
    public void act(Worker worker) {
      Predicate<Instance> known = ofClasses(learned);
      List<Instance> rows = new ArrayList<>();
      for (Instance instance : worker.get(ShardState.INSTANCES)) {
        rows.add(known.test(instance) ? split.apply(instance) : instance);
      }
      worker.put(ShardState.INSTANCES, List.copyOf(rows));
    }
  }

  /** The classes of some rows, as they are spelled. */
  private static List<String> classes(Worker worker, Predicate<Instance> wanted) {
    Set<String> classes = new TreeSet<>();
    for (Instance instance : worker.get(ShardState.INSTANCES)) {
      String name = className(instance);
      if (name != null && wanted.test(instance)) {
        classes.add(name);
      }
    }
    return List.copyOf(classes);
  }

  /** Whether a row is of one of these classes, in any spelling, or of none at all. */
  private static Predicate<Instance> ofClasses(List<String> learned) {
    Set<String> spellings = new HashSet<>(learned);
    ClassNames classes = new ClassNames(learned);
    return instance -> {
      String name = className(instance);
      return name == null || spellings.contains(name) || classes.contains(name);
    };
  }

  private static @Nullable String className(Instance instance) {
    return instance instanceof Instance.Example example
            && example.target() instanceof Target.ClassName target
        ? target.name()
        : null;
  }
}
