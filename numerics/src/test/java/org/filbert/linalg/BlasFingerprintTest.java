package org.filbert.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BlasFingerprintTest {
  @Test
  void isThatOfTheKernelsAlone() {
    Blas blas = Backends.choose("auto").blas();
    assertThat(BlasFingerprint.of(blas))
        .isEqualTo(BlasFingerprint.of(blas))
        .isNotEqualTo(BlasFingerprint.of(new JavaBlas()))
        .matches("[0-9a-f]{8}");
  }
}
