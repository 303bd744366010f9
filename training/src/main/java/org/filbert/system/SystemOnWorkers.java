package org.filbert.system;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.Score;
import org.filbert.shard.ScoredRows;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Fit;
import org.filbert.system.equations.HeldOutFit;
import org.filbert.system.equations.Shared;
import org.filbert.system.equations.SystemSettings;
import org.filbert.system.equations.Vector;
import org.filbert.system.equations.VectorPart;
import org.filbert.system.internal.entries.EntryTiming;
import org.filbert.system.internal.entries.GradientTasks;
import org.filbert.system.internal.entries.KeptTiming;
import org.filbert.system.internal.entries.LeftOutTasks;
import org.filbert.system.internal.entries.ModelTasks;
import org.filbert.system.internal.entries.SketchedBlock;
import org.filbert.system.internal.entries.SystemTasks;
import org.filbert.system.internal.entries.SystemTasks.Factorise;
import org.filbert.system.internal.entries.SystemTasks.Factorised;
import org.filbert.system.internal.entries.SystemTasks.Solve;
import org.filbert.system.internal.entries.VectorTasks;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/** A system whose vectors live with the workers, cut into blocks. */
abstract class SystemOnWorkers implements Blockwise {
  private final Shared shared;
  private final Workers workers;

  SystemOnWorkers(Shared shared, Workers workers) {
    this.shared = shared;
    this.workers = workers;
  }

  final Shared shared() {
    return shared;
  }

  final Workers workers() {
    return workers;
  }

  final SystemSettings settings() {
    return shared.settings();
  }

  @Override
  public Blocks blocks() {
    return shared.blocks();
  }

  @Override
  public List<Double> ridges() {
    return shared.ridges();
  }

  @Override
  public List<Integer> order(long seed, int epoch) {
    return blocks().order(seed, epoch);
  }

  /**
   * (A_bb)⁻¹·g of a round's first block at its home.
   *
   * @param sendMatrix sends A_bb of a block to its home
   */
  final Matrix solve(List<Integer> round, Matrix g, List<Integer> active, IntConsumer sendMatrix) {
    Solve solve = new Solve(round.get(0), g, active);
    return withFactor(round, () -> workers.at(blocks().home(round.get(0)), solve).d(), sendMatrix);
  }

  /**
   * What the home of a round's first block answers once it has the block's factors.
   *
   * @param ask gives null while it lacks them
   * @param sendMatrix sends A_bb of a block to its home
   */
  final <R> R withFactor(List<Integer> round, Supplier<@Nullable R> ask, IntConsumer sendMatrix) {
    R answer = ask.get();
    while (answer == null) { // again if a worker lost the factor to a failure before it could solve
      List<Integer> missing = missing(round);
      missing.forEach(sendMatrix::accept);
      workers.gather(new Factorise(missing));
      answer = ask.get();
    }
    return answer;
  }

  private List<Integer> missing(List<Integer> round) {
    List<List<Integer>> known = workers.gather(new Factorised(round));
    return round.stream()
        .filter(block -> known.stream().noneMatch(k -> k.contains(block)))
        .toList();
  }

  /** The elements of a block of a vector. */
  final Matrix elements(Vector v, int block) {
    return Matrix.concat(workers.gather(new VectorTasks.Elements(v, block)));
  }

  /** Adds to the fitted values of a vector, which are 0, what its elements contribute. */
  abstract void addFitted(Vector v);

  /** Adds to the fitted values of held-out rows, which are 0, what the elements of u contribute. */
  abstract void addHeldOut();

  /** How well a worker's rows are fitted, with each ridge. */
  abstract Task<List<Fit>> evaluate();

  /** Computes the fitted values of a vector from its elements. */
  final void computeFitted(Vector v) {
    workers.gather(new VectorTasks.Clear(v));
    addFitted(v);
  }

  @Override
  public double refit(Vector v) {
    workers.gather(new VectorTasks.BeginRefit(v));
    addFitted(v);
    double largest = 0;
    double difference = 0;
    for (List<Double> answer : workers.gather(new VectorTasks.EndRefit(v))) {
      largest = Math.max(largest, answer.get(0));
      difference = Math.max(difference, answer.get(1));
    }
    return largest > 0 ? difference / largest : difference;
  }

  @Override
  public List<List<Score>> score() {
    workers.gather(new HeldOutFit.Clear());
    addHeldOut();
    return workers.gather(new HeldOutFit.Evaluate()).stream()
        .reduce(SystemOnWorkers::merge)
        .orElseThrow();
  }

  @Override
  public List<ScoredRows> validationScores(int columns) {
    return ScoredRows.merged(
        workers.gather(new HeldOutFit.Scores(ScoredRows.most(columns, workers.count()))));
  }

  private static List<List<Score>> merge(List<List<Score>> a, List<List<Score>> b) {
    return IntStream.range(0, a.size())
        .mapToObj(
            m ->
                IntStream.range(0, a.get(m).size())
                    .mapToObj(s -> a.get(m).get(s).merge(b.get(m).get(s)))
                    .toList())
        .toList();
  }

  @Override
  public double[] dot(Vector a, Vector b) {
    List<double[]> parts = workers.gather(new VectorTasks.Dot(a, b));
    double[] sum = parts.get(0).clone();
    for (double[] part : parts.subList(1, parts.size())) {
      Arrays.setAll(sum, c -> sum[c] + part[c]);
    }
    return sum;
  }

  /** The sum of small matrices in worker order. */
  final Matrix sum(Task<Matrix> task) {
    List<Matrix> parts = workers.gather(task);
    Matrix sum = parts.get(0).copy(Precision.DOUBLE);
    parts.subList(1, parts.size()).forEach(sum::add);
    return sum;
  }

  @Override
  public void combine(double[] a, Vector x, double[] b, Vector y) {
    workers.gather(new VectorTasks.Combine(a, x, b, y));
  }

  @Override
  public void subtract(Matrix t, List<Vector> others, Vector v) {
    workers.gather(new VectorTasks.Subtract(t, others, v));
  }

  @Override
  public void copy(Vector x, Vector y) {
    workers.gather(new VectorTasks.Copy(x, y));
  }

  @Override
  public List<Fit> fit() {
    return Fit.merged(workers.gather(evaluate()));
  }

  @Override
  public void remember(List<Integer> members) {
    workers.gather(new ModelTasks.Remember(members));
  }

  @Override
  public void keep(int member) {
    workers.gather(new ModelTasks.Keep(member));
  }

  @Override
  public void scoreKept(int columns) {
    workers.gather(new ModelTasks.Restore());
    workers.gather(new HeldOutFit.Clear());
    addHeldOut();
    keepScores(0, columns); // they are the same with all ridges
  }

  @Override
  public void keepScores(int member, int columns) {
    workers.gather(new HeldOutFit.Keep(member, ScoredRows.most(columns, workers.count())));
  }

  @Override
  public List<ScoredRows> keptScores() {
    return ScoredRows.merged(workers.gather(new HeldOutFit.Export()));
  }

  /** The classes that name the messages of a system: those of all systems, and its own. */
  static List<Class<?>> messages(Class<?>... own) {
    return Stream.concat(
            Stream.of(
                SystemTasks.class,
                VectorTasks.class,
                VectorPart.class,
                HeldOutFit.class,
                ModelTasks.class,
                GradientTasks.class,
                LeftOutTasks.class,
                EntryTiming.class,
                KeptTiming.class,
                SketchedBlock.class),
            Stream.of(own))
        .toList();
  }
}
