package org.filbert.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class KernelTypeTest {
  @Test
  void kernelsAreFoundByName() {
    assertThat(KernelType.all())
        .extracting(KernelType::name)
        .containsExactly(
            "cauchy",
            "exponential",
            "gaussian",
            "k-pq",
            "laplacian",
            "linear",
            "matern",
            "polynomial");
    assertThat(Samples.kernels())
        .allSatisfy(
            kernel ->
                assertThat(KernelType.all())
                    .extracting(KernelType::kernel)
                    .contains(kernel.getClass()));
    assertThat(SpectralKernel.names())
        .isEqualTo(
            "cauchy, exponential, gaussian, k-pq, laplacian, matern (k-pq where q is p or p is 2)");
  }

  @Test
  void widthsMayBeLeftToTheData() {
    KernelOptions median = new Laplacian.Options(Width.MEDIAN, Optional.empty());
    assertThat(median.needsMedian()).isTrue();
    assertThat(median.kernel(OptionalDouble.of(7))).isEqualTo(new Laplacian(7));
    KernelOptions several = new Matern.Options(1.5, new Width(List.of(1.0, 2.0)), Optional.empty());
    assertThat(several.needsMedian()).isFalse();
    assertThat(several.widths()).containsExactly(1.0, 2.0);
    assertThat(several.kernel(OptionalDouble.empty())).isEqualTo(new Matern(1.5, 1));
    assertThat(new Cauchy.Options(new Width(List.of(3.0)), Optional.empty()).widths()).isEmpty();
    assertThat(new Linear.Options().width()).isEmpty();
  }
}
