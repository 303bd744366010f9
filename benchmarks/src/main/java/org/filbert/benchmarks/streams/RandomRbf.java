package org.filbert.benchmarks.streams;

import java.util.Random;

/**
 * Random radial basis functions: centres uniform in the unit cube, each with a class, a weight and
 * a spread of its own. A row lies in a uniform direction from a centre that is drawn by weight, at
 * a normal distance times the spread. Centres may move, each along a line of its own, and turn back
 * at the sides of the cube.
 *
 * <p>Bifet, Holmes, Kirkby, Pfahringer. MOA: massive online analysis. JMLR 11, 2010.
 */
final class RandomRbf implements LabelledStream {
  private final Random random;
  private final double[][] centres;
  private final double[][] steps;
  private final int[] labels;
  private final double[] spreads;
  private final double[] weights;
  private double total;

  /**
   * @param speed distance that a centre moves with a row
   */
  RandomRbf(long seed, int features, int classes, int count, double speed) {
    this.random = new Random(seed);
    this.centres = new double[count][];
    this.steps = new double[count][];
    this.labels = new int[count];
    this.spreads = new double[count];
    this.weights = new double[count];
    for (int c = 0; c < count; c++) {
      centres[c] = random.doubles(features).toArray();
      steps[c] = random.doubles(features).toArray();
      scale(steps[c], speed / norm(steps[c]));
      labels[c] = random.nextInt(classes);
      spreads[c] = random.nextDouble();
      weights[c] = random.nextDouble();
      total += weights[c];
    }
  }

  @Override
  public int features() {
    return centres[0].length;
  }

  @Override
  public Row next() {
    for (int c = 0; c < centres.length; c++) {
      move(centres[c], steps[c]);
    }
    int c = draw();
    double[] x = random.doubles(features(), -1, 1).toArray();
    scale(x, random.nextGaussian() * spreads[c] / norm(x));
    for (int j = 0; j < x.length; j++) {
      x[j] += centres[c][j];
    }
    return new Row(x, labels[c]);
  }

  private static void move(double[] centre, double[] step) {
    for (int j = 0; j < centre.length; j++) {
      centre[j] += step[j];
      if (centre[j] < 0 || centre[j] > 1) {
        centre[j] = Math.max(0, Math.min(1, centre[j]));
        step[j] = -step[j];
      }
    }
  }

  private int draw() {
    double left = total * random.nextDouble();
    int c = 0;
    while (c < weights.length - 1 && left >= weights[c]) {
      left -= weights[c++];
    }
    return c;
  }

  private static double norm(double[] vector) {
    double sum = 0;
    for (double value : vector) {
      sum += value * value;
    }
    return Math.sqrt(sum);
  }

  private static void scale(double[] vector, double factor) {
    for (int j = 0; j < vector.length; j++) {
      vector[j] *= factor;
    }
  }
}
