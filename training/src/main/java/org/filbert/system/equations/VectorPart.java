package org.filbert.system.equations;

import java.util.function.BiConsumer;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.workers.Key;
import org.filbert.workers.Worker;

/**
 * One worker's part of a {@link Vector}, with k columns for each ridge side by side.
 *
 * @param elements of the worker's pieces of the blocks
 * @param fitted values of the worker's training rows
 */
public record VectorPart(Matrix elements, Matrix fitted) implements AutoCloseable {
  private static final String ROOM = "vectors";

  private static Key<VectorPart> key(Vector v) {
    return Key.stored(v.name(), VectorPart.class);
  }

  /** The part of a vector that exists. */
  public static VectorPart of(Worker worker, Vector v) {
    return worker.room(ROOM).get(key(v));
  }

  /** Removes a vector. */
  public static void remove(Worker worker, Vector v) {
    worker.room(ROOM).remove(key(v));
  }

  /** The part of a vector, which is 0 if it did not exist. */
  public static VectorPart orZero(Worker worker, Vector v) {
    return worker.room(ROOM).getOrMake(key(v), () -> zero(worker));
  }

  private static VectorPart zero(Worker worker) {
    int columns = PerRidge.of(worker).columns();
    int own = Shared.of(worker).blocks().own(worker.index());
    int rows = worker.get(ShardState.TRAIN).count();
    return new VectorPart(
        Matrix.zeros(Precision.DOUBLE, own, columns),
        Matrix.zeros(Precision.DOUBLE, rows, columns));
  }

  /** The elements of one block, as a view. */
  public Matrix piece(Worker worker, int block) {
    return Shared.of(worker).blocks().piece(elements, worker.index(), block);
  }

  void clear() {
    elements.clear();
    fitted.clear();
  }

  /** Applies an action to the elements of both vectors, then to their fitted values. */
  public void with(VectorPart other, BiConsumer<Matrix, Matrix> action) {
    action.accept(elements, other.elements);
    action.accept(fitted, other.fitted);
  }

  @Override
  public void close() {
    elements.close();
    fitted.close();
  }
}
