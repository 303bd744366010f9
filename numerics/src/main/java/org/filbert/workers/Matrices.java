package org.filbert.workers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.linalg.Matrix;

/**
 * Matrices that are added up over the workers together. Those that a task answers belong to the
 * engine from then on, which closes them.
 */
public record Matrices(List<Part> parts) implements AutoCloseable {
  public Matrices {
    parts = List.copyOf(parts);
  }

  /**
   * One of them.
   *
   * @param symmetric whether only the lower triangle, with the diagonal, is looked at; the strict
   *     upper one of a sum is not defined
   */
  public record Part(Matrix matrix, boolean symmetric) {
    public Part {
      if (symmetric && matrix.rows() != matrix.cols()) {
        throw new IllegalArgumentException("a symmetric matrix of " + matrix);
      }
    }

    /** How many elements are looked at. */
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

  /** These and a symmetric one. */
  public Matrices andSymmetric(Matrix matrix) {
    List<Part> longer = new ArrayList<>(parts);
    longer.add(new Part(matrix, true));
    return new Matrices(longer);
  }

  public Matrix get(int number) {
    return parts.get(number).matrix();
  }

  /** Views of the same rows of all. */
  public Matrices rows(int from, int to) {
    return new Matrices(
        parts.stream().map(part -> new Part(part.matrix().rows(from, to), false)).toList());
  }

  /**
   * Adds others to these, in place.
   *
   * @throws IllegalArgumentException if they have other shapes or precisions
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

  /** What has to be the same of matrices that are added. */
  public List<String> shapes() {
    return parts.stream().map(Part::shape).toList();
  }

  /** Bytes that they have on the wire. */
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
