package org.filbert.linalg;

/** The machine-dependent part of the numerics: a BLAS and elementary functions. */
public record Backend(Blas blas, VectorMath math) {}
