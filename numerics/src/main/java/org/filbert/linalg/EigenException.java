package org.filbert.linalg;

/** A symmetric matrix whose eigenvalues could not be computed. */
public final class EigenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EigenException(int size) {
    super("the eigenvalues of a matrix of size " + size + " could not be computed");
  }
}
