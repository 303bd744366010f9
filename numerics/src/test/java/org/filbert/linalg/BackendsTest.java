package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BackendsTest {
  @Test
  void takesOpenBlasWhereItsNativesLoad() {
    assertThat(Backends.choose("auto").blas().name()).isEqualTo("openblas");
  }

  @Test
  void givesWhatIsAskedFor() {
    assertThat(Backends.choose("java", "plain").blas()).isInstanceOf(JavaBlas.class);
    assertThat(Backends.choose("java", "plain").math()).isInstanceOf(PlainVectorMath.class);
    assertThat(Backends.choose("openblas", "plain").blas()).isInstanceOf(OpenBlas.class);
  }

  @Test
  void plainVectorMathStandsInForTheMissingModule() {
    assertThat(Backends.choose("java", "auto").math().name()).isEqualTo("plain");
  }

  @Test
  void refusesWhatDoesNotWorkHere() {
    assertThatThrownBy(() -> Backends.choose("java", "vector"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("--add-modules jdk.incubator.vector");
  }

  @Test
  void refusesUnknownNames() {
    assertThatThrownBy(() -> Backends.choose("mkl"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("BLAS \"mkl\" is unknown, must be one of auto, openblas, java");
    assertThatThrownBy(() -> Backends.choose("java", "fast"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("vector math \"fast\" is unknown, must be one of auto, vector, plain");
  }
}
