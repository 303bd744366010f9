package org.filbert.system;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.shard.Score;
import org.filbert.system.SystemTasks.Factorise;
import org.filbert.system.SystemTasks.Factorised;
import org.filbert.system.SystemTasks.Solve;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/** What all systems ask of their workers alike. */
record Vectors(Shared shared, Workers workers) {
  /**
   * (A_bb)⁻¹·g of a round's first block at its home.
   *
   * @param take gets A_bb of a block to its home
   */
  Matrix solve(List<Integer> round, Matrix g, List<Integer> active, IntConsumer take) {
    int block = round.get(0);
    Solve solve = new Solve(block, g, active);
    int home = shared.blocks().home(block);
    Matrix d = workers.at(home, solve).d();
    while (d == null) { // again if a worker lost the factor to a failure before it could solve
      List<Integer> missing = missing(round);
      missing.forEach(take::accept);
      workers.gather(new Factorise(missing));
      d = workers.at(home, solve).d();
    }
    return d;
  }

  private List<Integer> missing(List<Integer> round) {
    List<List<Integer>> known = workers.gather(new Factorised(round));
    return round.stream()
        .filter(block -> known.stream().noneMatch(k -> k.contains(block)))
        .toList();
  }

  /** A block of a vector. */
  Matrix block(Vector v, int block) {
    return Matrix.concat(workers.gather(new VectorTasks.Piece(v, block)));
  }

  /**
   * Fitted values anew.
   *
   * @param add adds what comes of all elements
   */
  void fit(Vector v, Runnable add) {
    workers.gather(new VectorTasks.Clear(v));
    add.run();
  }

  /**
   * Scores of held-out rows, for every ridge those of validation rows and of test rows.
   *
   * @param add adds what comes of all elements of u to fitted values that begin with 0
   */
  List<List<Score>> score(Runnable add) {
    workers.gather(new HeldOutFit.Begin());
    add.run();
    return workers.gather(new HeldOutFit.Evaluate()).stream().reduce(Vectors::merge).orElseThrow();
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

  /** Does something for every block. */
  void forEachBlock(IntConsumer add) {
    for (int block = 0; block < shared.blocks().count(); block++) {
      add.accept(block);
    }
  }

  /** As {@code fit}; answers the largest difference found, relative to the largest value. */
  double refit(Vector v, Runnable add) {
    workers.gather(new VectorTasks.BeginRefit(v));
    add.run();
    double largest = 0;
    double difference = 0;
    for (List<Double> answer : workers.gather(new VectorTasks.EndRefit(v))) {
      largest = Math.max(largest, answer.get(0));
      difference = Math.max(difference, answer.get(1));
    }
    return largest > 0 ? difference / largest : difference;
  }

  double[] dot(Vector a, Vector b) {
    List<double[]> parts = workers.gather(new VectorTasks.Dot(a, b));
    double[] sum = parts.get(0).clone();
    for (double[] part : parts.subList(1, parts.size())) {
      Arrays.setAll(sum, c -> sum[c] + part[c]);
    }
    return sum;
  }

  /** The sum of small matrices in worker order. */
  Matrix sum(Task<Matrix> task) {
    List<Matrix> parts = workers.gather(task);
    Matrix sum = parts.get(0).copy(Precision.DOUBLE);
    parts.subList(1, parts.size()).forEach(sum::add);
    return sum;
  }

  /** What was kept of each worker. */
  List<ModelTasks.Kept> kept() {
    return workers.gather(new ModelTasks.Export());
  }

  /** What was kept of unknowns that belong to no row, in the order of their columns. */
  Matrix inOrder() {
    Blocks blocks = shared.blocks();
    List<ModelTasks.Kept> kept = kept();
    Matrix w = Matrix.zeros(Precision.DOUBLE, (int) blocks.unknowns(), kept.get(0).u().cols());
    int at = 0;
    for (int block = 0; block < blocks.count(); block++) {
      int home = blocks.home(block);
      int from = blocks.from(home, block);
      int size = blocks.size(block);
      w.rows(at, at + size).assign(kept.get(home).u().rows(from, from + size));
      at += size;
    }
    return w;
  }

  /**
   * u ← the coefficients of a model whose centres are rows that unknowns belong to, and 0 for other
   * unknowns.
   *
   * @throws RefusedException if it is another model
   */
  void take(Model model) {
    Kernel kernel = shared.settings().kernel();
    if (!(model instanceof KernelExpansion expansion)) {
      throw new RefusedException("from is no model of training rows");
    }
    if (!expansion.kernel().equals(kernel)) {
      throw new RefusedException(
          "from is a model of kernel %s, this run's is %s".formatted(expansion.kernel(), kernel));
    }
    Map<Long, Deque<Integer>> centres = new HashMap<>();
    long[] hashes = StartTasks.hashes(expansion.centres());
    for (int i = 0; i < hashes.length; i++) {
      centres.computeIfAbsent(hashes[i], hash -> new ArrayDeque<>()).add(i);
    }
    int found = 0;
    List<Matrix> parts = new ArrayList<>();
    for (long[] own : workers.gather(new StartTasks.Hashes())) {
      Matrix part = Matrix.zeros(Precision.DOUBLE, own.length, expansion.alpha().cols());
      for (int i = 0; i < own.length; i++) {
        Integer centre = centres.getOrDefault(own[i], new ArrayDeque<>()).poll();
        if (centre != null) {
          part.write(i, i + 1, expansion.alpha().row(centre));
          found++;
        }
      }
      parts.add(part);
    }
    if (found < hashes.length) {
      throw new RefusedException(
          "from is a model of %d rows, of which this run's centres have only %d, preprocessed as they are here"
              .formatted(hashes.length, found));
    }
    send(parts);
  }

  private void send(List<Matrix> parts) {
    for (int worker = 0; worker < parts.size(); worker++) {
      workers.at(worker, new StartTasks.Take(parts.get(worker)));
    }
  }

  /** u ← unknowns that belong to no row, in the order of their columns. */
  void take(Matrix w) {
    Blocks blocks = shared.blocks();
    List<Matrix> parts = new ArrayList<>();
    for (int worker = 0; worker < workers.count(); worker++) {
      parts.add(Matrix.zeros(Precision.DOUBLE, blocks.own(worker), w.cols()));
    }
    int at = 0;
    for (int block = 0; block < blocks.count(); block++) {
      int home = blocks.home(block);
      int size = blocks.size(block);
      parts
          .get(home)
          .rows(blocks.from(home, block), blocks.to(home, block))
          .assign(w.rows(at, at + size));
      at += size;
    }
    send(parts);
  }

  /** What was kept, as a model whose centres are training rows. */
  KernelExpansion expansion() {
    List<Rows> centres = new ArrayList<>();
    List<Matrix> alpha = new ArrayList<>();
    kept()
        .forEach(
            part -> {
              centres.add(part.centres());
              alpha.add(part.u());
            });
    return new KernelExpansion(
        shared.settings().kernel(), Rows.concat(centres), Matrix.concat(alpha));
  }

  /** The classes that name the messages of a system: those of all, and its own. */
  static List<Class<?>> messages(Class<?>... own) {
    return Stream.concat(
            Stream.of(
                SystemTasks.class,
                VectorTasks.class,
                VectorPart.class,
                HeldOutFit.class,
                ModelTasks.class,
                StartTasks.class,
                EntryTiming.class,
                RowBatchTasks.class,
                SketchTasks.class),
            Stream.of(own))
        .toList();
  }
}
