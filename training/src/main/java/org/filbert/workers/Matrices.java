package org.filbert.workers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.linalg.Matrix;

/**
 * Matrices that are added over the workers. The engine takes over those that a task answers, and
 * closes them.
 */
public record Matrices(List<Part> parts) implements AutoCloseable {
  public Matrices {
    parts = List.copyOf(parts);
  }

  /**
   * One of the matrices.
   *
   * @param symmetric whether only the lower triangle, with the diagonal, counts; the strict upper
   *     triangle of a sum is undefined
   */
  public record Part(Matrix matrix, boolean symmetric) {
    public Part {
      if (symmetric && matrix.rows() != matrix.cols()) {
        throw new IllegalArgumentException("a symmetric matrix of " + matrix);
      }
    }

    /** Number of elements that count. */
    public long elements() {
      long rows = matrix.rows();
      return symmetric ? rows * (rows + 1) / 2 : rows * matrix.cols();
    }

    private String shape() {
      return (symmetric ? "symmetric " : "") + matrix;
    }
  }

  /** Matrices that are added element by element. */
  public static Matrices of(Matrix... matrices) {
    return new Matrices(Arrays.stream(matrices).map(matrix -> new Part(matrix, false)).toList());
  }

  /** Adds the others to the first, in their order, and closes them. */
  public static Matrices sum(List<Matrices> summands) {
    Matrices sum = summands.get(0);
    for (Matrices next : summands.subList(1, summands.size())) {
      sum.add(next);
      next.close();
    }
    return sum;
  }

  /** These and a symmetric one. */
  public Matrices andSymmetric(Matrix matrix) {
    List<Part> longer = new ArrayList<>(parts);
    longer.add(new Part(matrix, true));
    return new Matrices(longer);
  }

  public Matrix get(int number) {
    return parts.get(number).matrix();
  }

  /** Views of the same rows of all matrices. */
  public Matrices rows(int from, int to) {
    return new Matrices(
        parts.stream().map(part -> new Part(part.matrix().rows(from, to), false)).toList());
  }

  /**
   * Adds others to these, in place.
   *
   * @throws IllegalArgumentException if shapes or precisions differ
   */
  public void add(Matrices others) {
    if (!shapes().equals(others.shapes())) {
      throw new IllegalArgumentException("a sum of " + shapes() + " and " + others.shapes());
    }
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).symmetric()) {
        get(i).addLower(others.get(i));
      } else {
        get(i).add(others.get(i));
      }
    }
  }

  /** The shapes, which must be equal for a sum. */
  public List<String> shapes() {
    return parts.stream().map(Part::shape).toList();
  }

  /** Number of bytes on the wire. */
  public long bytes() {
    return parts.stream()
        .mapToLong(part -> part.elements() * part.matrix().precision().bytes())
        .sum();
  }

  @Override
  public void close() {
    parts.forEach(part -> part.matrix().close());
  }
}
