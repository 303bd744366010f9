package org.filbert.landmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.kernel.Kernel;
import org.filbert.landmarks.LandmarkTasks.CountRows;
import org.filbert.landmarks.LandmarkTasks.Fetch;
import org.filbert.landmarks.LandmarkTasks.Piece;
import org.filbert.landmarks.LandmarkTasks.UniformCandidates;
import org.filbert.landmarks.LandmarkTasks.WeightedCandidates;
import org.filbert.landmarks.PivotTasks.Deflate;
import org.filbert.landmarks.PivotTasks.Release;
import org.filbert.landmarks.PivotTasks.Start;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * Training rows chosen without replacement to stand for all of them. The choice depends on the seed
 * and on the rows' positions in the input, not on how the rows are spread over workers (pivoted: up
 * to rounding).
 *
 * @param x p preprocessed rows
 * @param positions their positions in the input
 * @param owners the workers that have them
 */
public record Landmarks(Rows x, long[] positions, int[] owners) {
  /** Rounds of {@link #pivoted}. */
  private static final int ROUNDS = 16;

  /** Chooses {@code count} rows with equal probability. Three supersteps, as a rule. */
  public static Landmarks uniform(Workers workers, int count, long seed) {
    positive(count);
    Landmarks chosen = atMost(workers, count, seed, Purpose.LANDMARK);
    enough(chosen.positions.length, count);
    return chosen;
  }

  /** As {@link #uniform}, or all rows if there are fewer. */
  public static Landmarks atMost(Workers workers, int count, long seed, Purpose purpose) {
    return fetch(workers, positions(workers, count, seed, purpose));
  }

  /** The positions of {@link #atMost} rows. Two supersteps, as a rule. */
  public static long[] positions(Workers workers, int count, long seed, Purpose purpose) {
    int rows = workers.gather(new CountRows()).stream().reduce(0, Math::addExact);
    int wanted = Math.min(rows, count);
    double limit = Draws.limit(wanted, rows);
    List<KeyedRow> chosen = List.of();
    while (chosen.size() < wanted) {
      chosen =
          KeyedRow.first(
              workers.gather(new UniformCandidates(limit, seed, purpose)).stream()
                  .flatMap(List::stream),
              wanted);
      limit *= 2;
    }
    return chosen.stream().mapToLong(KeyedRow::position).toArray();
  }

  /**
   * Chooses {@code count} rows by randomly pivoted Cholesky, block by block: a row's chance is its
   * residual κ(x, x) - k(x)ᵀ K_SS⁻¹ k(x) given the rows S of the rounds before. Needs fewer
   * landmarks than {@link #uniform} for the same approximation where rows crowd together.
   *
   * <p>{@value #ROUNDS} rounds of three supersteps. Altogether 8·n·p kernel values and n·p²/2
   * multiply-adds, shared by the workers; 3·p³ multiply-adds and 8·p² bytes on each of them.
   *
   * <p>Chen, Epperly, Tropp, Webber. Randomly pivoted Cholesky: practical approximation of a kernel
   * matrix with few entry evaluations. 2023. Within a round rows are drawn without replacement.
   */
  public static Landmarks pivoted(Workers workers, Kernel kernel, int count, long seed) {
    positive(count);
    enough(workers.gather(new Start(kernel)).stream().mapToInt(Integer::intValue).sum(), count);
    int size = (count + ROUNDS - 1) / ROUNDS;
    List<Landmarks> chosen = new ArrayList<>();
    for (int round = 0; round * size < count; round++) {
      int done = round * size;
      int fresh = Math.min(size, count - done);
      long[] positions = choose(workers, new WeightedCandidates(fresh, round, seed), fresh);
      chosen.add(fetch(workers, positions));
      if (done + fresh < count) {
        workers.gather(new Deflate(kernel, concat(chosen).x(), positions));
      }
    }
    workers.gather(new Release());
    return concat(chosen);
  }

  /**
   * The same landmarks, reordered so that those alike for the kernel stand side by side in groups
   * of {@code size}. Where a kernel falls off with distance, the groups' systems then depend less
   * on each other. One superstep, some 3·p·log₂(p / size) kernel values.
   */
  public Landmarks arranged(Workers workers, Kernel kernel, int size) {
    return select(workers.at(0, new Arrange(kernel, x, size)));
  }

  /** The landmarks at the given places, in that order. */
  public Landmarks select(int[] places) {
    return new Landmarks(
        x.select(places),
        Arrays.stream(places).mapToLong(i -> positions[i]).toArray(),
        Arrays.stream(places).map(i -> owners[i]).toArray());
  }

  /** The classes that name the messages of a choice. */
  public static List<Class<?>> messages() {
    return List.of(LandmarkTasks.class, PivotTasks.class, Arrange.class);
  }

  private static void positive(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(count + " landmarks, must be 1 or more");
    }
  }

  private static void enough(int rows, int count) {
    if (rows < count) {
      throw new RefusedException(
          count + " landmarks of " + rows + " training rows, must be at most as many");
    }
  }

  private static long[] choose(Workers workers, Task<List<KeyedRow>> task, int count) {
    List<KeyedRow> chosen =
        KeyedRow.first(workers.gather(task).stream().flatMap(List::stream), count);
    enough(chosen.size(), count);
    return chosen.stream().mapToLong(KeyedRow::position).toArray();
  }

  /** The rows at the given positions, wherever they are, in that order. */
  private static Landmarks fetch(Workers workers, long[] positions) {
    List<Piece> pieces = workers.gather(new Fetch(positions));
    int[] places = new int[positions.length];
    int[] owners = new int[positions.length];
    int at = 0;
    for (int worker = 0; worker < pieces.size(); worker++) {
      for (int index : pieces.get(worker).indices()) {
        places[index] = at++;
        owners[index] = worker;
      }
    }
    return new Landmarks(
        Rows.concat(pieces.stream().map(Piece::x).toList()).select(places), positions, owners);
  }

  private static Landmarks concat(List<Landmarks> parts) {
    return new Landmarks(
        Rows.concat(parts.stream().map(Landmarks::x).toList()),
        parts.stream().flatMapToLong(part -> Arrays.stream(part.positions)).toArray(),
        parts.stream().flatMapToInt(part -> Arrays.stream(part.owners)).toArray());
  }
}
