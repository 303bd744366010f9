package org.filbert.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.cache.CacheBudget;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Precision;
import org.filbert.system.equations.Access;
import org.filbert.system.equations.Ridge;
import org.filbert.system.equations.SystemSettings;
import org.junit.jupiter.api.Test;

class SystemOptionsTest {
  private static final FeatureOptions FEATURES =
      new FeatureOptions(60, Optional.empty(), Optional.empty());
  private static final FeatureOptions HASHING =
      new FeatureOptions(60, Optional.of(FeatureOptions.MapKind.HASHING), Optional.empty());

  @Test
  void aBlockHasNoMoreUnknownsThanThereAre() {
    assertThatThrownBy(() -> FEATURES.check(new Gaussian(1), Access.ofBlocks(61)))
        .hasMessage("solver.blockSize is 61, must be at most the number of features, 60");
    assertThatThrownBy(
            () -> landmarks(60, OptionalDouble.empty()).check(new Gaussian(1), Access.ofBlocks(61)))
        .hasMessage("solver.blockSize is 61, must be at most the number of landmarks, 60");
    FEATURES.check(new Gaussian(1), Access.ofBlocks(60));
    new FullKernelOptions().check(new Gaussian(1), Access.ofBlocks(Integer.MAX_VALUE));
  }

  @Test
  void hashingIsForTheLinearKernel() {
    HASHING.check(new Linear(), Access.ofBlocks(60));
    assertThatThrownBy(() -> HASHING.check(new Gaussian(1), Access.ofBlocks(60)))
        .hasMessage("system.map is hashing, which needs kernel: {type: linear}");
    assertThatThrownBy(
            () ->
                new FeatureOptions(
                    60,
                    Optional.of(FeatureOptions.MapKind.HASHING),
                    Optional.of(RandomFourier.Form.COSINE)))
        .hasMessage("form is given, which only map: fourier has");
  }

  @Test
  void binsAreForTheLaplacianKernel() {
    BinningOptions bins = new BinningOptions(3, OptionalInt.of(3));
    bins.check(new Laplacian(1), Access.ofBlocks(60));
    assertThatThrownBy(() -> bins.check(new Gaussian(1), Access.ofBlocks(60)))
        .hasMessage(
            "system.type is random-binning, which needs kernel: {type: laplacian}, or k-pq with q ="
                + " p of at most 1: no other kernel has a distribution of bin widths");
    assertThatThrownBy(() -> new BinningOptions(0, OptionalInt.empty()))
        .hasMessage("grids is 0, must be at least 1");
    assertThatThrownBy(() -> new BinningOptions(3, OptionalInt.of(101)))
        .hasMessage("shape is 101, must be 2 (the laplacian kernel) to 100");
  }

  @Test
  void blocksByConjugateGradientsAreForMatricesThatTheyConvergeOn() {
    Access sketched = Access.ofSketchedBlocks(10, 3);
    FEATURES.check(new Gaussian(1), sketched);
    new FullKernelOptions().check(new Gaussian(1), sketched);
    for (SystemOptions other :
        List.of(
            landmarks(60, OptionalDouble.empty()), new BinningOptions(3, OptionalInt.empty()))) {
      assertThatThrownBy(() -> other.check(new Laplacian(1), sketched))
          .hasMessage(
              "solver.blockSolver is conjugate-gradients, which needs system: {type: full-kernel}"
                  + " or {type: random-features}");
    }
  }

  @Test
  void everyMapHasItsKernels() {
    FeatureOptions sketch =
        new FeatureOptions(60, Optional.of(FeatureOptions.MapKind.TENSOR_SKETCH), Optional.empty());
    sketch.check(new Polynomial(3, 1, 1), Access.ofBlocks(60));
    assertThatThrownBy(() -> sketch.check(new Gaussian(1), Access.ofBlocks(60)))
        .hasMessage("system.map is tensor-sketch, which needs kernel: {type: polynomial}");
    assertThatThrownBy(() -> FEATURES.check(new Polynomial(3, 1, 1), Access.ofBlocks(60)))
        .hasMessage("system.map is fourier, the polynomial kernel needs tensor-sketch");
    assertThatThrownBy(() -> FEATURES.check(new Linear(), Access.ofBlocks(60)))
        .hasMessage("system.map is fourier, the linear kernel needs hashing");
  }

  @Test
  void numbersOutsideTheirRangesAreRefused() {
    assertThatThrownBy(() -> new FeatureOptions(0, Optional.empty(), Optional.empty()))
        .hasMessage("features is 0, must be at least 1");
    assertThatThrownBy(() -> landmarks(0, OptionalDouble.empty()))
        .hasMessage("landmarks is 0, must be at least 1");
    assertThatThrownBy(() -> landmarks(5, OptionalDouble.of(0)))
        .hasMessage("gamma is 0.0, must be a number above 0");
    assertThatThrownBy(() -> landmarks(5, OptionalDouble.of(Double.NaN)))
        .hasMessage("gamma is NaN, must be a number above 0");
    assertThatThrownBy(() -> settings(0, 0, 0)).hasMessage("blockSize is 0, must be at least 1");
    assertThatThrownBy(() -> settings(1, -1, 0))
        .hasMessage("cache.memory is -1, must be at least 0");
    assertThatThrownBy(() -> settings(1, 0, -1))
        .hasMessage("factors.memory is -1, must be at least 0");
  }

  @Test
  void ridgesAreAboveZeroAndAscend() {
    assertThatThrownBy(() -> new Ridge(0, true))
        .hasMessage("lambda is 0.0, must be a number above 0");
    assertThat(Ridge.NONE.absolute(10)).containsExactly(0.0);
    assertThatThrownBy(() -> new Ridge(Double.NaN, true))
        .hasMessage("lambda is NaN, must be a number above 0");
    assertThatThrownBy(() -> new Ridge(List.of(), false))
        .hasMessage("ridge has no values, must have one or more");
    assertThatThrownBy(() -> new Ridge(List.of(0.1, 0.1), false))
        .hasMessage("ridge has 0.1 after 0.1, several values must ascend");
    assertThatThrownBy(() -> new Ridge(List.of(2.0, 1.0), true))
        .hasMessage("lambda has 1.0 after 2.0, several values must ascend");
    assertThatThrownBy(() -> new Ridge(List.of(-1.0, 1.0), true))
        .hasMessage("lambda is -1.0, must be a number above 0");
    assertThat(new Ridge(List.of(0.5, 2.0), true).absolute(10)).containsExactly(5.0, 20.0);
    assertThat(new Ridge(List.of(0.5, 2.0), false).absolute(10)).containsExactly(0.5, 2.0);
  }

  private static NystromOptions landmarks(int count, OptionalDouble gamma) {
    return new NystromOptions(count, Optional.empty(), gamma, Optional.empty());
  }

  private static SystemSettings settings(int blockSize, long cacheBytes, long factorBytes) {
    return new SystemSettings(
        new Gaussian(1),
        Precision.SINGLE,
        new Ridge(0.1, false),
        Access.ofBlocks(blockSize),
        CacheBudget.ofMemory(cacheBytes),
        factorBytes,
        7);
  }
}
