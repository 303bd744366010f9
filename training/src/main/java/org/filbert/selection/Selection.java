package org.filbert.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.calibration.Calibration;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Matern;
import org.filbert.kernel.PoweredExponential;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.TileProduct;
import org.filbert.random.Purpose;
import org.filbert.workers.Workers;

/**
 * The selection of kernel, width and ridge by leave-one-out residuals of a seeded sample of
 * training rows. Every type of kernel is judged with widths two octaves apart on {@value #FIRST}
 * rows, then the {@value #FINALISTS} best with half and twice their widths, and so on from the best
 * one until its neighbours are worse. The {@value #FINALISTS} best of all, and neighbours of the
 * best one's width, are judged again on all rows of the sample. The ridge is kept as it is for all
 * rows: it is the noise's variance in units of the kernel, not a function of n.
 *
 * <p>The sample depends on the seed and the rows' positions alone. The candidates are spread over
 * the workers.
 *
 * @param candidates the finalists first, the best of them at the top
 */
public record Selection(List<Candidate> candidates) {
  /** Rows that all candidates are judged by. */
  static final int FIRST = 500;

  /** Rows that the best ones are judged by. */
  public static final int ROWS = 2000;

  private static final int FINALISTS = 3;

  /** What scores may differ by, as a part of them, to be as good. */
  private static final double ALIKE = 0.002;

  /** Widths are the median distance times these, at first. */
  private static final List<Double> WIDTHS = List.of(0.25, 1.0, 4.0);

  /** Times that neighbours of the best width are judged. */
  private static final int ROUNDS = 5;

  /** Ridges are 10⁻⁶ to 10³, two for each power of ten. */
  private static final List<Double> RIDGES =
      IntStream.rangeClosed(-12, 6).mapToObj(half -> StrictMath.pow(10, half / 2.0)).toList();

  /**
   * Least ridge over the rounding error of K·α: the errors are then some 4 % of the residuals of
   * training rows.
   */
  private static final double ABOVE_ROUNDING = 10;

  public Selection {
    candidates = List.copyOf(candidates);
  }

  /** The classes that name its messages. */
  public static List<Class<?>> messages() {
    return List.of(Selection.class, SelectionTasks.class);
  }

  /**
   * The least ridge that a precision is fine enough for. A product K·α is summed by tiles of {@link
   * TileProduct#EDGE} columns. The α of n rows are their residuals divided by the ridge, of either
   * sign, so the partial sums grow with √j, and with unit of roundoff u a row of the product is off
   * by about 0.4·u·√(EDGE·n) times the root mean square of α.
   *
   * @param rows n of the solution, not of the table where that is a sample's
   */
  public static double leastRidge(Precision precision, long rows) {
    return ABOVE_ROUNDING
        * precision.roundoff()
        * Math.sqrt((double) TileProduct.EDGE * (double) rows);
  }

  /** The chosen candidate. */
  public Candidate best() {
    return candidates.get(0);
  }

  /**
   * What is chosen from.
   *
   * @param open what is left to the rows
   * @param kernel in the units of the rows, with the median distance as its width where that is
   *     open
   * @param allowed whether the solver and the system take a kernel
   * @param median the median distance ‖x - z‖_p of training rows for p
   * @param ridges those of the run where they are not open
   * @param leastRidge of those to choose from where they are open; see {@link #leastRidge}
   * @param by what candidates are compared by
   * @param codes whether more than two classes may have {@link ClassCodes}, by log-loss, and two
   *     that have weights targets whose middle is not 0
   */
  public record Question(
      OpenChoices open,
      Kernel kernel,
      Predicate<Kernel> allowed,
      DoubleUnaryOperator median,
      List<Double> ridges,
      double leastRidge,
      Criterion by,
      boolean codes) {
    /** The same of two types of kernels, if the type is open: enough to compare encodings by. */
    public Question quick() {
      Predicate<Kernel> few = each -> each instanceof Gaussian || each instanceof Laplacian;
      return Stream.of(new Gaussian(1), new Laplacian(1)).anyMatch(allowed)
          ? new Question(open, kernel, few.and(allowed), median, ridges, leastRidge, by, codes)
          : this;
    }

    private boolean openWidth() {
      return open.kernel() || open.sigma();
    }

    /** The candidates to begin with. */
    private List<Kernel> kernels() {
      List<Kernel> bases = new ArrayList<>();
      if (open.kernel()) {
        double absolute = median.applyAsDouble(1);
        double square = median.applyAsDouble(2);
        Stream<Kernel> all =
            Stream.of(
                new Gaussian(square),
                new PoweredExponential(2, 1.4, square),
                new Matern(2.5, square),
                new Matern(1.5, square),
                new Exponential(square),
                new PoweredExponential(2, 0.7, square),
                new Laplacian(absolute),
                new PoweredExponential(1, 0.7, absolute));
        all.filter(allowed).forEach(bases::add);
      } else {
        bases.add(kernel);
      }
      return bases.stream()
          .flatMap(
              base ->
                  openWidth()
                      ? WIDTHS.stream().map(factor -> scaled(base, factor))
                      : Stream.of(base))
          .toList();
    }

    private List<Double> candidateRidges() {
      return open.ridge() ? RIDGES.stream().filter(ridge -> ridge >= leastRidge).toList() : ridges;
    }
  }

  private static Kernel scaled(Kernel kernel, double factor) {
    return kernel.withSigma(kernel.width().orElseThrow() * factor);
  }

  /**
   * Selects. Seven supersteps, as a rule.
   *
   * @param most rows of the sample, of which a smaller one is the beginning
   */
  public static Selection of(
      Question question, Outputs outputs, int most, long seed, Workers workers) {
    JudgingRows sample = JudgingRows.of(most, seed, Purpose.SELECTION_SAMPLE, workers);
    int rows = sample.count();
    if (rows < 2) {
      throw new RefusedException(
          "found %s training row, a selection by leaving rows out needs 2 or more".formatted(rows));
    }
    int first = Math.min(FIRST, rows);
    List<Double> ridges = question.candidateRidges();
    SelectionTasks.Judge task =
        new SelectionTasks.Judge(
            sample.x().slice(0, first),
            sample.y().rows(0, first),
            Arrays.copyOf(sample.weights(), first),
            Arrays.copyOf(sample.own(), first),
            outputs,
            question.by(),
            question.codes(),
            question.kernels(),
            ridges,
            List.of());
    List<Candidate> all = new ArrayList<>(judge(task, workers));
    sort(all, question.by());
    for (int round = 0; round < ROUNDS && question.openWidth(); round++) {
      List<Kernel> fresh = neighbours(all, round == 0 ? FINALISTS : 1);
      if (fresh.isEmpty()) {
        break;
      }
      all.addAll(judge(task.of(fresh), workers));
      sort(all, question.by());
    }
    List<Candidate> judged = new ArrayList<>(all);
    if (rows > first) {
      List<Candidate> finalists = new ArrayList<>(all.subList(0, Math.min(FINALISTS, all.size())));
      if (question.openWidth()) {
        DoubleStream.of(Math.sqrt(0.5), Math.sqrt(2))
            .mapToObj(factor -> all.get(0).with(scaled(all.get(0).kernel(), factor)))
            .forEach(finalists::add);
      }
      List<Kernel> kernels = finalists.stream().map(Candidate::kernel).toList();
      judged.removeIf(candidate -> kernels.contains(candidate.kernel()));
      judged.addAll(
          judge(
              new SelectionTasks.Judge(
                  sample.x(),
                  sample.y(),
                  sample.weights(),
                  sample.own(),
                  outputs,
                  question.by(),
                  question.codes(),
                  kernels,
                  ridges,
                  finalists.stream().map(each -> ridges.indexOf(each.ridge())).toList()),
              workers));
    }
    sample.close();
    sort(judged, question.by());
    for (int i = 1; i < judged.size(); i++) {
      judged.set(i, judged.get(i).with((Calibration) null));
    }
    return new Selection(judged);
  }

  /**
   * The best of a few widths on some rows, to compare encodings of these. One superstep.
   *
   * @param x the rows
   * @param y their targets
   */
  public static Candidate best(
      Question question, Rows x, Matrix y, Outputs outputs, Workers workers) {
    double[] weights = new double[x.count()];
    Arrays.fill(weights, 1);
    return judge(
            new SelectionTasks.Judge(
                x,
                y,
                weights,
                weights,
                outputs,
                question.by(),
                question.codes(),
                question.kernels(),
                question.candidateRidges(),
                List.of()),
            workers)
        .get(0);
  }

  /** Kernels with half and twice the widths of the first few, as far as they are none of all. */
  private static List<Kernel> neighbours(List<Candidate> all, int count) {
    List<Kernel> known = all.stream().map(Candidate::kernel).toList();
    return all.stream()
        .limit(count)
        .map(Candidate::kernel)
        .flatMap(kernel -> Stream.of(scaled(kernel, 0.5), scaled(kernel, 2)))
        .distinct()
        .filter(kernel -> !known.contains(kernel))
        .toList();
  }

  /**
   * Best first. Of widths of a kernel that are as good as the best one, to {@value #ALIKE}, the one
   * with the largest ridge comes first: wider kernels with smaller ridges can be the same model,
   * and leave it less of the digits of a factor or a product.
   */
  static void sort(List<Candidate> candidates, Criterion by) {
    candidates.sort(Candidate.best(by));
    Candidate best = candidates.get(0);
    Candidate first = best;
    for (Candidate each : candidates) {
      if (each.rows() == best.rows()
          && each.ridge() > first.ridge()
          && by.of(each) <= (1 + ALIKE) * by.of(best)
          && each.isOfType(best.kernel())) {
        first = each;
      }
    }
    candidates.remove(first);
    candidates.add(0, first);
  }

  /** Best first. */
  private static List<Candidate> judge(SelectionTasks.Judge task, Workers workers) {
    return workers.gather(task).stream()
        .flatMap(List::stream)
        .sorted(Candidate.best(task.by()))
        .toList();
  }
}
