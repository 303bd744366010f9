package org.filbert.operators.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.runtime.execution.CancelTaskException;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.linalg.SpdFactor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CancellableBlasTest {
  private static Matrix identity(int n) {
    Matrix matrix = Matrix.zeros(Precision.DOUBLE, n, n);
    for (int i = 0; i < n; i++) {
      matrix.set(i, i, 1);
    }
    return matrix;
  }

  @Test
  void changesNothingUntilThen() {
    Backend backend = CancellableBlas.in(Backends.choose("java", "plain"), () -> false);
    Matrix a = identity(3);
    backend.blas().cholesky(a);
    assertThat(a.toArray()).isEqualTo(identity(3).toArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aFactorisationUnderWayEnds(int threads) {
    AtomicInteger asked = new AtomicInteger();
    Backend backend =
        CancellableBlas.in(Backends.choose("java", "plain"), () -> asked.incrementAndGet() > 3);
    assertThatThrownBy(() -> new SpdFactor(identity(2000), 0, backend, threads))
        .extracting(thrown -> thrown.getCause() == null ? thrown : thrown.getCause())
        .isInstanceOf(CancelTaskException.class);
    assertThat(asked.get()).isLessThanOrEqualTo(3 + 2 * threads);
  }
}
