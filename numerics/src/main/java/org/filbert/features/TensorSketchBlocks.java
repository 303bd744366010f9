package org.filbert.features;

import java.util.ArrayList;
import java.util.List;
import org.filbert.cost.Meter;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;

/** Columns of a {@link TensorSketch}, group by group, in double whatever the block's precision. */
final class TensorSketchBlocks implements BlockSource {
  /** Most rows that are read at a time, for all groups. */
  private static final int STRIP_ROWS = 1024;

  /** Most values of dense rows that are read at a time. */
  private static final int STRIP_VALUES = 1 << 22;

  private final TensorSketch map;
  private final Meter meter;
  private final List<RowValues> strip = new ArrayList<>();

  TensorSketchBlocks(TensorSketch map, Meter meter) {
    this.map = map;
    this.meter = meter;
  }

  @Override
  public void fill(Rows rows, int from, int to, Matrix out) {
    int width = rows instanceof DenseRows ? rows.features() : 1;
    int step = Math.min(STRIP_ROWS, STRIP_VALUES / width);
    for (int i = 0; i < rows.count(); i += step) {
      int next = Math.min(i + step, rows.count());
      fillStrip(read(rows, i, next), from, to, out.rows(i, next));
    }
  }

  /** u of some rows, valid until the next call. */
  private List<RowValues> read(Rows rows, int from, int to) {
    double scale = Math.sqrt(map.kernel().gamma());
    double constant = Math.sqrt(map.kernel().c());
    while (strip.size() < to - from) {
      strip.add(new RowValues());
    }
    for (int i = from; i < to; i++) {
      strip.get(i - from).read(rows, i, scale, constant);
    }
    return strip.subList(0, to - from);
  }

  private void fillStrip(List<RowValues> rows, int from, int to, Matrix out) {
    for (int start = from; start < to; ) {
      int group = start / FeatureMap.GROUP;
      int first = group * FeatureMap.GROUP;
      int size = Math.min(FeatureMap.GROUP, map.outputs() - first);
      int end = Math.min(first + size, to);
      fillGroup(rows, group, size, start - first, out.columns(start - from, end - from));
      start = end;
    }
  }

  /** Fills {@code out} with the columns from {@code skip} on of a group. */
  private void fillGroup(List<RowValues> rows, int group, int size, int skip, Matrix out) {
    CountSketch[] sketches = new CountSketch[map.kernel().degree()];
    for (int l = 0; l < sketches.length; l++) {
      sketches[l] = CountSketch.draw(map.seed(), group, l, map.inputs() + 1, size);
    }
    double weight = Math.sqrt((double) size / map.outputs());
    Convolution convolution = new Convolution(size);
    double[] part = new double[out.cols()];
    double additions = 0;
    for (int i = 0; i < rows.size(); i++) {
      RowValues row = rows.get(i);
      additions += row.size();
      convolution.start(sketches[0], row);
      for (int l = 1; l < sketches.length; l++) {
        convolution.multiply(sketches[l], row);
      }
      convolution.finish(weight, skip, part);
      out.write(i, i + 1, part);
    }
    meter.count(sketches.length * 2 * additions);
    meter.count(rows.size() * convolution.flops(sketches.length));
  }

  @Override
  public void close() {
    strip.clear();
  }
}
