package org.filbert.store;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.filbert.calibration.Calibration;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.Sigmoid;
import org.filbert.calibration.Softmax;
import org.filbert.data.DenseRows;
import org.filbert.data.Outputs;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.features.DrawnNumbers;
import org.filbert.features.FeatureMap;
import org.filbert.features.Hashing;
import org.filbert.features.JoinedFourier;
import org.filbert.features.RandomFourier;
import org.filbert.features.TensorSketch;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelType;
import org.filbert.linalg.Precision;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.KernelExpansion;
import org.filbert.model.LearnedMetric;
import org.filbert.model.Model;
import org.filbert.model.NormalScores;
import org.filbert.model.Preprocessing;
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;
import org.filbert.model.RowEncoder;
import org.filbert.model.ScaledRows;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.table.CategoryColumn;
import org.filbert.table.ColumnEncoder;
import org.filbert.table.DateColumn;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TextColumn;
import org.filbert.text.Encoding;
import org.filbert.text.Vocabulary;

/**
 * Writes a model for other programs: {@code model.json} and a {@code .npy} file for each array.
 * Numbers that models regenerate from a seed are written out. {@code docs/numpy_model.py} reads the
 * directory and scores with numpy alone; it is the description of the format.
 */
public final class NumpyExport {
  private static final int FORMAT = 1;

  private final NpyFiles arrays;

  private NumpyExport(NpyFiles arrays) {
    this.arrays = arrays;
  }

  /**
   * Writes a model into a new directory.
   *
   * @throws ModelStoreException if there is a model already
   */
  public static void write(ModelVersion version, TrainedModel model, Path directory)
      throws IOException {
    FileSystem files = directory.getFileSystem();
    if (files.exists(new Path(directory, "model.json"))) {
      throw new ModelStoreException(directory + ": found a model, allowed a new directory");
    }
    files.mkdirs(directory);
    NpyFiles arrays = new NpyFiles(files, directory, new ArrayList<>());
    try {
      new NumpyExport(arrays).write(version, model);
    } catch (IOException | RuntimeException e) {
      arrays.remove(); // what is there would be in the way of the next export
      throw e;
    }
  }

  private void write(ModelVersion version, TrainedModel model) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("format", FORMAT);
    json.put("name", version.name());
    json.put("version", version.number());
    json.put("preprocessing", steps(model.preprocessing()));
    json.put("model", model(model.model()));
    json.put("outputs", outputs(model.outputs()));
    if (model.calibration() != null) {
      json.put("calibration", calibration(model.calibration()));
    }
    arrays.text("model.json", ManifestJson.write(json));
  }

  private static Map<String, Object> entry(String type) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("type", type);
    return entry;
  }

  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** What records go through, one step after the other. */
  private List<Map<String, Object>> steps(RowEncoder rows) throws IOException {
    List<Map<String, Object>> steps = new ArrayList<>();
    if (rows instanceof ScaledRows scaled) {
      steps.addAll(steps(scaled.encoder()));
      Map<String, Object> step = entry("scale-and-clip");
      step.put("precision", text(rows.precision()));
      step.put("largest", scaled.scaling().largest());
      steps.add(step);
      arrays.vector("clip-centre", scaled.scaling().centre());
      arrays.vector("clip-factor", scaled.scaling().factor());
    } else if (rows instanceof NormalScores ranks) {
      steps.addAll(steps(ranks.encoder()));
      Map<String, Object> step = entry("normal-scores");
      step.put("precision", text(rows.precision()));
      steps.add(step);
      arrays.vector("knot-starts", ranks.starts());
      arrays.vector("knot-values", ranks.values());
      arrays.vector("knot-scores", ranks.scores());
    } else if (rows instanceof LearnedMetric metric) {
      steps.addAll(steps(metric.encoder()));
      Map<String, Object> step = entry("metric");
      step.put("precision", text(rows.precision()));
      step.put("full", metric.full());
      steps.add(step);
      arrays.doubles("metric-root", metric.features(), metric.root());
    } else if (rows instanceof TablePreprocessing table) {
      steps.add(table(table));
      steps.add(numbers(table.numbers()));
    } else if (rows instanceof TextPreprocessing documents) {
      Map<String, Object> step = entry("documents");
      step.put("precision", text(rows.precision()));
      step.put("encoding", encoding("documents", documents.encoding()));
      steps.add(step);
    } else if (rows instanceof Preprocessing preprocessing) {
      steps.add(numbers(preprocessing));
    } else {
      throw new IllegalArgumentException(
          "no export for rows of " + rows.getClass().getSimpleName());
    }
    return steps;
  }

  private Map<String, Object> numbers(Preprocessing numbers) throws IOException {
    Map<String, Object> step = entry("numbers");
    step.put("features", numbers.features());
    step.put("sparse", numbers.sparse());
    step.put("precision", text(numbers.precision()));
    arrays.vector("offset", numbers.offset());
    arrays.vector("scale", numbers.scale());
    return step;
  }

  private Map<String, Object> table(TablePreprocessing table) throws IOException {
    Map<String, Object> step = entry("columns");
    step.put("missing", table.table().missing());
    List<Map<String, Object>> columns = new ArrayList<>();
    for (TableColumn column : table.table().columns()) {
      Map<String, Object> entry = column("column-" + columns.size(), column.encoder());
      entry.put("name", column.name());
      entry.put("features", column.encoder().features());
      columns.add(entry);
    }
    step.put("columns", columns);
    return step;
  }

  private Map<String, Object> column(String name, ColumnEncoder encoder) throws IOException {
    if (encoder instanceof NumberColumn number) {
      return components("number", number);
    } else if (encoder instanceof CategoryColumn category) {
      return components("category", category);
    } else if (encoder instanceof DateColumn date) {
      Map<String, Object> entry = components("date", date);
      entry.put("cells", text(date.cells()));
      entry.put("parts", date.parts().stream().map(NumpyExport::text).toList());
      return entry;
    } else if (encoder instanceof TextColumn documents) {
      Map<String, Object> entry = entry("text");
      entry.put("encoding", encoding(name, documents.encoding()));
      return entry;
    }
    throw new IllegalArgumentException(
        "no export for a column of " + encoder.getClass().getSimpleName());
  }

  private Map<String, Object> encoding(String name, Encoding encoding) throws IOException {
    Map<String, Object> entry = components("n-grams", encoding.analysis());
    entry.put("weights", text(encoding.weights()));
    entry.put("normalise", encoding.normalise());
    entry.put("features", encoding.features());
    Vocabulary vocabulary = encoding.vocabulary();
    if (vocabulary != null) {
      entry.put("vocabulary", name);
      entry.put("documents", vocabulary.documents());
      arrays.vector(name + "-hashes", vocabulary.nGrams());
      arrays.vector(name + "-frequencies", vocabulary.frequencies());
    }
    return entry;
  }

  private Map<String, Object> model(Model model) throws IOException {
    if (model instanceof KernelExpansion expansion) {
      Map<String, Object> entry = entry("kernel-expansion");
      entry.put("kernel", kernel(expansion.kernel()));
      entry.put("sparse", expansion.centres() instanceof SparseRows);
      centres(expansion.centres());
      arrays.matrix("alpha", expansion.alpha());
      return entry;
    } else if (model instanceof RandomFeatures features) {
      Map<String, Object> entry = entry("random-features");
      entry.put("maps", maps(features.map(), features.precision()));
      arrays.matrix("w", features.w());
      return entry;
    } else if (model instanceof DoublyStochastic series) {
      Map<String, Object> entry = entry("random-features");
      List<Map<String, Object>> maps = new ArrayList<>();
      for (int block : series.blocks()) {
        maps.add(fourier("block-" + maps.size(), series.map(), block, series.precision()));
      }
      entry.put("maps", maps);
      arrays.matrix("w", series.a());
      return entry;
    } else if (model instanceof RandomBins bins) {
      DrawnNumbers.Binning grids = DrawnNumbers.of(bins.map());
      arrays.doubles("inverses", bins.features(), grids.inverses());
      arrays.doubles("shifts", bins.features(), grids.shifts());
      arrays.vector("grid-names", grids.names());
      arrays.vector("bin-names", bins.names());
      arrays.vector("bin-starts", bins.starts());
      arrays.matrix("w", bins.w());
      return entry("random-bins");
    }
    throw new IllegalArgumentException(
        "no export for a model of " + model.getClass().getSimpleName());
  }

  private void centres(Rows centres) throws IOException {
    if (centres instanceof DenseRows dense) {
      arrays.matrix("centres", dense.matrix());
      return;
    }
    SparseRows sparse = (SparseRows) centres;
    int[] starts = new int[sparse.count() + 1];
    int[] columns = new int[sparse.nonZeros()];
    double[] values = new double[columns.length];
    for (int i = 0; i < sparse.count(); i++) {
      starts[i + 1] = starts[i] + sparse.start(i + 1) - sparse.start(i);
      for (int t = 0; t < starts[i + 1] - starts[i]; t++) {
        columns[starts[i] + t] = sparse.column(sparse.start(i) + t);
        values[starts[i] + t] = sparse.value(sparse.start(i) + t);
      }
    }
    arrays.vector("centre-starts", starts);
    arrays.vector("centre-columns", columns);
    arrays.vector("centre-values", values);
  }

  private List<Map<String, Object>> maps(FeatureMap map, Precision precision) throws IOException {
    List<Map<String, Object>> maps = new ArrayList<>();
    if (map instanceof JoinedFourier joined) {
      for (RandomFourier each : joined.maps()) {
        maps.add(fourier("map-" + maps.size(), each, 0, precision));
      }
    } else if (map instanceof RandomFourier fourier) {
      maps.add(fourier("map-0", fourier, 0, precision));
    } else if (map instanceof Hashing hashing) {
      Map<String, Object> entry = entry("hashing");
      entry.put("outputs", hashing.outputs());
      entry.put("seeds", DrawnNumbers.of(hashing));
      maps.add(entry);
    } else if (map instanceof TensorSketch sketch) {
      Map<String, Object> entry = components("tensor-sketch", sketch.kernel());
      entry.put("outputs", sketch.outputs());
      entry.put("group", FeatureMap.GROUP);
      int groups = (sketch.outputs() + FeatureMap.GROUP - 1) / FeatureMap.GROUP;
      for (int group = 0; group < groups; group++) {
        arrays.integers("sketch-" + group, DrawnNumbers.of(sketch, group));
      }
      maps.add(entry);
    } else {
      throw new IllegalArgumentException(
          "no export for features of " + map.getClass().getSimpleName());
    }
    return maps;
  }

  private Map<String, Object> fourier(
      String name, RandomFourier map, int block, Precision precision) throws IOException {
    Map<String, Object> entry = entry("fourier");
    entry.put("name", name);
    entry.put("form", text(map.form()));
    entry.put("outputs", map.outputs());
    DrawnNumbers.Fourier drawn = DrawnNumbers.of(map, block, precision);
    arrays.matrix(name + "-omega", drawn.omega());
    arrays.vector(name + "-beta", drawn.beta());
    return entry;
  }

  private static Map<String, Object> kernel(Kernel kernel) {
    String type =
        KernelType.all().stream()
            .filter(known -> known.kernel() == kernel.getClass())
            .findFirst()
            .map(KernelType::name)
            .orElse(kernel.getClass().getSimpleName());
    return components(type, (Record) kernel);
  }

  private static Map<String, Object> outputs(Outputs outputs) {
    if (outputs instanceof Outputs.Classes classes) {
      return components("classes", classes);
    }
    Map<String, Object> entry = components("targets", (Outputs.Targets) outputs);
    entry.put("transform", text(outputs.transform()));
    return entry;
  }

  private Map<String, Object> calibration(Calibration calibration) throws IOException {
    if (calibration instanceof Intervals intervals) {
      Map<String, Object> entry = entry("intervals");
      entry.put("rows", intervals.rows());
      arrays.doubles(
          "differences",
          intervals.differences().length / intervals.targets(),
          intervals.differences());
      return entry;
    }
    if (calibration instanceof Sigmoid sigmoid) {
      return components("sigmoid", sigmoid);
    }
    return calibration instanceof Softmax softmax
        ? components("softmax", softmax)
        : entry("normalised-sigmoids");
  }

  /** An entry of a record's components. */
  private static Map<String, Object> components(String type, Record record) {
    Map<String, Object> entry = entry(type);
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        Object value = component.getAccessor().invoke(record);
        if (value != null) {
          entry.put(component.getName(), value);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException("no export for " + record, e);
      }
    }
    return entry;
  }
}
