package org.filbert.linalg;

/**
 * What is done with numbers in arrays: elementary functions, fast enough to stand between two
 * matrix products, and products with few columns, for which a BLAS is not made. Implementations are
 * stateless, may be called from several threads, and all give the same bits.
 */
public interface VectorMath {
  /** Name as it stands in reports: {@code plain}, {@code vector}. */
  String name();

  /**
   * x[i] ← exp(scale·x[i]) for i in [from, from + count).
   *
   * <p>For |scale·x| ≤ 87 the relative error against the exact exponential of the float product is
   * at most {@value #EXP_MAX_RELATIVE_ERROR}; below -87 the result lies in [0, 1.7e-38], from 89 on
   * it is infinite. NaN gives NaN.
   */
  void exp(float[] x, int from, int count, float scale);

  /**
   * Bound of {@link #exp(float[], int, int, float)}; the largest error over all floats from 1e-9 to
   * 87 is 9.81e-8.
   */
  double EXP_MAX_RELATIVE_ERROR = 1e-7;

  /**
   * As {@link #exp(float[], int, int, float)}, in double: for |scale·x| ≤ 660 the relative error is
   * at most {@value #DOUBLE_EXP_MAX_RELATIVE_ERROR}; below -660 the result lies in [0, 3e-287],
   * below -700 it is 0, from 710 on infinite. NaN gives NaN.
   */
  void exp(double[] x, int from, int count, double scale);

  /** Bound of {@link #exp(double[], int, int, double)}. */
  double DOUBLE_EXP_MAX_RELATIVE_ERROR = 4e-16;

  /**
   * x[i] ← x[i]^exponent for i in [from, from + count), where x[i] is 0 or more.
   *
   * <p>0 gives 0. From 2⁻¹²⁶ on the relative error is at most {@value #POWER_MAX_RELATIVE_ERROR} if
   * the power is a normal number too; smaller powers give 0 and larger ones infinity. Smaller
   * arguments give any number from 0 to the power of 2⁻¹²⁶. NaN gives NaN.
   *
   * @param exponent in (0, 2]
   */
  void pow(float[] x, int from, int count, double exponent);

  /** Bound of {@link #pow(float[], int, int, double)}. */
  double POWER_MAX_RELATIVE_ERROR = 4e-7;

  /**
   * As {@link #pow(float[], int, int, double)}, in double, with the error {@value
   * #DOUBLE_POWER_MAX_RELATIVE_ERROR} from 2⁻¹⁰²² on.
   */
  void pow(double[] x, int from, int count, double exponent);

  /** Bound of {@link #pow(double[], int, int, double)}. */
  double DOUBLE_POWER_MAX_RELATIVE_ERROR = 1e-15;

  /**
   * x[i] ← cos(x[i]) for i in [from, from + count).
   *
   * <p>For |x| ≤ 10,000 the absolute error is at most {@value #SINE_MAX_ERROR}; it grows to 3e-7 at
   * 50,000, and above a million the value is any number in [-1, 1]. Infinite x and NaN give NaN.
   */
  void cos(float[] x, int from, int count);

  /** x[i] ← sin(x[i]), with the bounds of {@link #cos}. */
  void sin(float[] x, int from, int count);

  /** Bound of {@link #cos} and {@link #sin}. */
  double SINE_MAX_ERROR = 1.3e-7;

  /** Rows of the narrow operands of products lie a multiple of so many elements apart. */
  int STRIDE_STEP = 16;

  /**
   * C ← A·B, with A m × n without gaps, B n × k and C m × k with rows {@code stride} apart. Each
   * element is ((0 + a₁b₁) + a₂b₂) + ..., every product and every sum rounded to float: it depends
   * on its own row and column alone. What lies between the rows of C is not defined afterwards.
   *
   * @param stride k, rounded up to a multiple of {@value #STRIDE_STEP}
   */
  void multiply(float[] a, int m, int n, float[] b, int k, int stride, float[] c);

  /**
   * C ← C + Aᵀ·B, with A m × n without gaps, B m × k and C n × k with rows {@code stride} apart;
   * each element is ((c + a₁b₁) + a₂b₂) + ..., as in {@link #multiply}.
   */
  void addTransposed(float[] a, int m, int n, float[] b, int k, int stride, float[] c);

  /**
   * As {@link #multiply(float[], int, int, float[], int, int, float[])}, in double: each element is
   * fma(a₂, b₂, fma(a₁, b₁, 0)) and so on, rounded once for each product.
   */
  void multiply(float[] a, int m, int n, double[] b, int k, int stride, double[] c);

  /**
   * As {@link #addTransposed(float[], int, int, float[], int, int, float[])}, in double: each
   * element is fma(a₂, b₂, fma(a₁, b₁, c)) and so on.
   */
  void addTransposed(float[] a, int m, int n, double[] b, int k, int stride, double[] c);

  /**
   * Doubles of the rows that {@link #gather} and {@link #scatter} add are a multiple of so many.
   */
  int ROW_STEP = 4;

  /**
   * target_i ← target_i + source_rows[i] for i in [0, count): rows of {@code stride} doubles
   * without gaps, those of the source from {@code first} on.
   *
   * @param stride a multiple of {@value #ROW_STEP}
   */
  void gather(double[] source, int first, int[] rows, int count, int stride, double[] target);

  /**
   * target_rows[i] ← target_rows[i] + source_i for i in [0, count), in this order: rows of {@code
   * stride} doubles without gaps, those of the target from {@code first} on.
   *
   * @param stride a multiple of {@value #ROW_STEP}
   */
  void scatter(double[] source, int[] rows, int count, int stride, double[] target, int first);
}
