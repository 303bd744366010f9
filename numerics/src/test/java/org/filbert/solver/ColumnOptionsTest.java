package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.filbert.cache.CacheBudget;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Precision;
import org.filbert.solver.ColumnDescent.Columns;
import org.junit.jupiter.api.Test;

class ColumnOptionsTest {

  @Test
  void optionsOutsideTheirRangesAreRefused() {
    assertThatThrownBy(() -> options(0, 1, 0, 0, 0))
        .hasMessage("blockSize is 0, must be 1 to the number of columns 60");
    assertThatThrownBy(() -> options(61, 1, 0, 0, 0))
        .hasMessage("blockSize is 61, must be 1 to the number of columns 60");
    assertThatThrownBy(() -> options(60, 0, 0, 0, 0)).hasMessage("epochs is 0, must be at least 1");
    assertThatThrownBy(() -> options(60, 1, 1, 0, 0))
        .hasMessage("tolerance is 1.0, must be in [0, 1)");
    assertThatThrownBy(() -> options(60, 1, 0, -1, 0))
        .hasMessage("patience is -1, must be at least 0");
    assertThatThrownBy(() -> options(60, 1, 0, 0, -1))
        .hasMessage("cache.memory is -1, must be at least 0");
  }

  private static ColumnDescent.Options options(
      int blockSize, int epochs, double tolerance, int patience, long cacheBytes) {
    return new ColumnDescent.Options(
        new Gaussian(1),
        Precision.SINGLE,
        new Columns.Fourier(60, RandomFourier.Form.COSINE),
        new Ridge(0.1, false),
        blockSize,
        epochs,
        tolerance,
        patience,
        CacheBudget.ofMemory(cacheBytes),
        0,
        7);
  }
}
