package org.filbert.system;

import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.workers.Task;

/** What all systems have in common: their vectors live with the workers, cut into blocks. */
abstract class SystemOnWorkers implements Blockwise {
  private final Vectors vectors;

  SystemOnWorkers(Vectors vectors) {
    this.vectors = vectors;
  }

  final Vectors vectors() {
    return vectors;
  }

  final SystemSettings settings() {
    return vectors.shared().settings();
  }

  /** How well a worker's rows are fitted, with each ridge. */
  abstract Task<List<Fit>> evaluate();

  @Override
  public Blocks blocks() {
    return vectors.shared().blocks();
  }

  @Override
  public List<Double> ridges() {
    return vectors.shared().ridges();
  }

  @Override
  public List<Integer> order(long seed, int epoch) {
    return blocks().order(seed, epoch);
  }

  @Override
  public double[] dot(Vector a, Vector b) {
    return vectors.dot(a, b);
  }

  @Override
  public void combine(double[] a, Vector x, double[] b, Vector y) {
    vectors.workers().gather(new VectorTasks.Combine(a, x, b, y));
  }

  @Override
  public void subtract(Matrix t, List<Vector> others, Vector v) {
    vectors.workers().gather(new VectorTasks.Subtract(t, others, v));
  }

  @Override
  public void copy(Vector x, Vector y) {
    vectors.workers().gather(new VectorTasks.Copy(x, y));
  }

  @Override
  public List<Fit> fit() {
    return Fit.merged(vectors.workers().gather(evaluate()));
  }

  @Override
  public void remember(List<Integer> members) {
    vectors.workers().gather(new ModelTasks.Remember(members));
  }

  @Override
  public void keep(int member) {
    vectors.workers().gather(new ModelTasks.Keep(member));
  }
}
