package org.filbert.features;

import org.filbert.cost.Meter;
import org.filbert.data.Rows;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Matrix;

/** Columns of a {@link TensorSketch}, group by group, in double whatever the block's precision. */
final class TensorSketchBlocks implements BlockSource {
  private final TensorSketch map;
  private final Meter meter;
  private final RowValues row;

  TensorSketchBlocks(TensorSketch map, Meter meter) {
    this.map = map;
    this.meter = meter;
    this.row = new RowValues();
  }

  @Override
  public void fill(Rows rows, int from, int to, Matrix out) {
    for (int start = from; start < to; ) {
      int group = start / FeatureBlocks.GROUP;
      int first = group * FeatureBlocks.GROUP;
      int size = Math.min(FeatureBlocks.GROUP, map.outputs() - first);
      int end = Math.min(first + size, to);
      fillGroup(rows, group, size, start - first, out.columns(start - from, end - from));
      start = end;
    }
  }

  /** Fills {@code out} with the columns from {@code skip} on of a group. */
  private void fillGroup(Rows rows, int group, int size, int skip, Matrix out) {
    Polynomial kernel = map.kernel();
    double root = Math.sqrt(kernel.gamma());
    double constant = Math.sqrt(kernel.c());
    double weight = Math.sqrt((double) size / map.outputs());
    CountSketch[] sketches = new CountSketch[kernel.degree()];
    for (int l = 0; l < sketches.length; l++) {
      sketches[l] = CountSketch.draw(map.seed(), group, l, map.inputs() + 1, size);
    }
    Convolution convolution = new Convolution(size);
    double[] part = new double[out.cols()];
    double additions = 0;
    for (int i = 0; i < rows.count(); i++) {
      row.read(rows, i, root, constant);
      additions += row.size();
      convolution.start(sketches[0], row);
      for (int l = 1; l < sketches.length; l++) {
        convolution.multiply(sketches[l], row);
      }
      convolution.finish(weight, skip, part);
      out.write(i, i + 1, part);
    }
    meter.count(
        sketches.length * 2 * additions + rows.count() * convolution.flops(kernel.degree()));
  }

  @Override
  public void close() {}
}
