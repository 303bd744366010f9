package org.filbert.connectors;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.read.LocalReader;
import org.filbert.connectors.text.Csv;
import org.filbert.connectors.text.LibSvm;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** Small files, data sets of them, and their instances as comparable text. */
public final class TestInput {
  public static final DataFormat LIBSVM = new LibSvm(true, null);

  private TestInput() {}

  public static Csv csv(boolean header, @Nullable String label) {
    return new Csv(",", header, label, List.of());
  }

  public static Path file(Path directory, String name, String text) throws IOException {
    return Files.write(directory.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  public static DataSet labelled(Path file, DataFormat format) {
    return dataSet(file, format, null, OnBadRecord.FAIL, TaskKind.CLASSIFICATION, true);
  }

  public static DataSet dataSet(
      Path file,
      DataFormat format,
      @Nullable String rows,
      OnBadRecord onBadRecord,
      TaskKind task,
      boolean labelRequired) {
    return new DataSet(
        List.of(file.toString()),
        format,
        rows == null ? null : RowRange.valueOf(rows),
        Role.TRAIN,
        onBadRecord,
        task,
        labelRequired);
  }

  public static List<Instance> read(DataSet dataSet) throws IOException {
    List<Instance> instances = new ArrayList<>();
    LocalReader.forEach(dataSet, instances::add);
    return instances;
  }

  /** Features and target of every example, as {@code [1.0, 2.0] -> A}. */
  public static List<String> readExamples(DataSet dataSet) throws IOException {
    return read(dataSet).stream().map(TestInput::describe).toList();
  }

  public static String describe(Instance instance) {
    if (instance instanceof Instance.Bad bad) {
      return "bad: " + bad.reason();
    }
    Instance.Example example = (Instance.Example) instance;
    return describe(example.features()) + " -> " + describe(example.target());
  }

  /** All components of an instance. */
  public static String describeFully(Instance instance) {
    String place = instance instanceof Instance.Bad bad ? bad.place() + bad.text() : "";
    return instance.role() + " " + instance.position() + " " + place + describe(instance);
  }

  private static String describe(Features features) {
    if (features instanceof Features.Sparse sparse) {
      return Arrays.toString(sparse.indices()) + Arrays.toString(sparse.values());
    }
    if (features instanceof Features.Text text) {
      return '"' + text.document() + '"';
    }
    return Arrays.toString(((Features.Dense) features).values());
  }

  private static String describe(@Nullable Target target) {
    if (target instanceof Target.ClassName name) {
      return name.name();
    }
    return target == null ? "none" : Arrays.toString(((Target.Values) target).values());
  }
}
