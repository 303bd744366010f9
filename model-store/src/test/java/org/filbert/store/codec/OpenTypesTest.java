package org.filbert.store.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.features.FeatureMap;
import org.filbert.kernel.Kernel;
import org.filbert.loss.Loss;
import org.filbert.loss.SmoothLoss;
import org.filbert.model.Model;
import org.filbert.model.RowEncoder;
import org.filbert.online.baseline.Baseline;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenTypesTest {
  @ParameterizedTest
  @ValueSource(
      classes = {
        Kernel.class,
        FeatureMap.class,
        Loss.class,
        SmoothLoss.class,
        Model.class,
        RowEncoder.class,
        Baseline.class
      })
  void everyRecordBesideAnOpenInterfaceIsThere(Class<?> type) throws Exception {
    List<Class<?>> records = recordsBeside(type);
    assertThat(records).hasSizeGreaterThan(1);
    assertThat(OpenTypes.of(type)).containsExactlyInAnyOrderElementsOf(records);
  }

  private static List<Class<?>> recordsBeside(Class<?> type)
      throws IOException, URISyntaxException, ClassNotFoundException {
    Path module = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(module)) {
      return recordsIn(module, type);
    }
    try (FileSystem jar = FileSystems.newFileSystem(module)) {
      return recordsIn(jar.getPath("/"), type);
    }
  }

  private static List<Class<?>> recordsIn(Path root, Class<?> type)
      throws IOException, ClassNotFoundException {
    List<Class<?>> records = new ArrayList<>();
    try (Stream<Path> files = Files.list(root.resolve(type.getPackageName().replace('.', '/')))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        String name = file.getFileName().toString().replaceFirst("\\.class$", "");
        Class<?> found = Class.forName(type.getPackageName() + "." + name);
        if (found.isRecord() && type.isAssignableFrom(found)) {
          records.add(found);
        }
      }
    }
    return records;
  }
}
