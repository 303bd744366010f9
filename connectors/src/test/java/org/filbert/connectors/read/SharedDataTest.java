package org.filbert.connectors.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.filbert.connectors.TestInput.LIBSVM;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.describe;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.read;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.idx.Idx;
import org.filbert.connectors.text.LibSvm;
import org.filbert.data.Instance;
import org.junit.jupiter.api.Test;

/** Public data sets that do not come with the project. */
class SharedDataTest {
  private static Path find(String name) {
    Path file = Path.of("../../shared/data").resolve(name);
    assumeTrue(Files.exists(file), () -> "skipped: no data set " + file);
    return file;
  }

  @Test
  void a9a() throws IOException {
    List<Instance> instances = read(labelled(find("a9a/a9a.gz"), new LibSvm(true, 123)));
    assertThat(instances).hasSize(32_561);
    assertThat(describe(instances.get(0))).startsWith("[2, 10, 13,").endsWith("1.0] -> -1");
  }

  @Test
  void cadata() throws IOException {
    List<Instance> instances =
        read(
            dataSet(
                find("cadata/cadata.gz"),
                LIBSVM,
                null,
                OnBadRecord.FAIL,
                TaskKind.REGRESSION,
                true));
    assertThat(instances).hasSize(20_640);
    assertThat(describe(instances.get(0))).endsWith("37.88, -122.23] -> [452600.0]");
  }

  @Test
  void mnist() throws IOException {
    Path images = find("mnist/t10k-images-idx3-ubyte.gz");
    Path labels = find("mnist/t10k-labels-idx1-ubyte.gz");
    List<Instance> instances = read(labelled(images, new Idx(labels.toString())));
    assertThat(instances).hasSize(10_000);
    assertThat(((Instance.Example) instances.get(0)).features().width()).isEqualTo(784);
    assertThat(describe(instances.get(0))).endsWith("-> 7");
  }
}
