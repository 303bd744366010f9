package org.filbert.workers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MeteredWorkersTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");
  private final LocalWorkers behind =
      new LocalWorkers(List.of(new Worker(0, 2, BACKEND), new Worker(1, 2, BACKEND)));
  private final MeteredWorkers workers = new MeteredWorkers(behind);

  @AfterEach
  void close() {
    behind.close();
  }

  private record Pieces(List<Rows> rows, Matrix matrix, int number) {}

  /** One worker alone multiplies 4 x 3 by 3 x 4. */
  @InPhase(Phase.SOLVE)
  private record Multiply(Pieces pieces) implements Task<Pieces> {
    @Override
    public Pieces run(Worker worker) {
      if (worker.index() == 0) {
        Matrix a = pieces.matrix();
        Matrix product = Matrix.zeros(a.precision(), 4, 4);
        worker.backend().blas().gemm(false, true, 1, a, a, 0, product);
        worker.warn("done");
      }
      return new Pieces(List.of(), pieces.matrix(), worker.index());
    }
  }

  @InPhase(Phase.GRAM)
  private record Gram(Matrix matrix) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      Matrix square = Matrix.zeros(Precision.DOUBLE, 3, 3);
      worker.backend().blas().syrk(true, 1, matrix, 0, square);
      return Matrices.of().andSymmetric(square);
    }
  }

  /** The trace, and a product of 3 x 3 matrices. */
  @InPhase(Phase.FACTOR)
  private record Trace(Matrix matrix) implements SumTask<Pieces> {
    @Override
    public Pieces run(Worker worker, Matrices sum) {
      Matrix product = Matrix.zeros(Precision.DOUBLE, 3, 3);
      worker.backend().blas().gemm(false, false, 1, sum.get(0), sum.get(0), 0, product);
      return new Pieces(List.of(), matrix, (int) (sum.get(0).get(0, 0) + sum.get(0).get(2, 2)));
    }
  }

  @Test
  void countsWhatTheMessagesHoldAndWhatTheBlasDoes() {
    Matrix doubles = Matrix.zeros(Precision.DOUBLE, 4, 3);
    Rows floats = new DenseRows(Matrix.zeros(Precision.SINGLE, 5, 2));
    List<Pieces> answers =
        workers.gather(new Multiply(new Pieces(List.of(floats, floats), doubles, 9)));
    assertThat(answers).extracting(Pieces::number).containsExactly(0, 1);
    assertThat(workers.costs().solve().flops()).isEqualTo(2 * 4 * 4 * 3);
    assertThat(workers.costs().communication().broadcastBytes()).isEqualTo(2 * (2 * 40 + 96));
    assertThat(workers.costs().communication().gatheredBytes()).isEqualTo(2 * 96);
    assertThat(workers.warnings()).containsExactly("worker 0: done");
  }

  @Test
  void theWorkOfASumComesWithTheNextAnswers() {
    Matrix doubles = Matrix.zeros(Precision.DOUBLE, 4, 3);
    workers.sum(new Gram(doubles)).get().close();
    assertThat(workers.costs().gram().flops()).isZero();
    assertThat(workers.costs().communication().gatheredBytes()).isEqualTo(6 * 8);
    workers.gather(Worker::index);
    assertThat(workers.costs().gram().flops()).isEqualTo(2 * 3 * 3 * 4);
    assertThat(workers.costs().gram().seconds()).isPositive();
  }

  @Test
  void aSumForWorkersCostsTheDriverTheTasksAlone() {
    Matrix ones = Matrix.of(Precision.DOUBLE, 1, 3, 1, 1, 1);
    Pieces answer = workers.sum(new Gram(ones)).at(1, new Trace(ones));
    assertThat(answer.number()).isEqualTo(4);
    assertThat(workers.costs().communication().broadcastBytes()).isEqualTo(2 * 24 + 24);
    assertThat(workers.costs().communication().gatheredBytes()).isEqualTo(24);
    assertThat(workers.costs().gram().flops()).isEqualTo(3 * 3);
    assertThat(workers.costs().factor().flops()).isEqualTo(2 * 27);
  }

  @Test
  void aTaskForOneLeavesOnceAndSoDoesALargeOneForAll() {
    Matrix small = Matrix.zeros(Precision.DOUBLE, 4, 3);
    workers.at(0, new Multiply(new Pieces(List.of(), small, 1)));
    assertThat(workers.costs().communication().broadcastBytes()).isEqualTo(96);
    Matrix large = Matrix.zeros(Precision.DOUBLE, 4, 1 + Workers.LARGE / 32);
    workers.gather(new Multiply(new Pieces(List.of(), large, 1)));
    assertThat(workers.costs().communication().broadcastBytes()).isEqualTo(96 + large.bytes());
  }
}
