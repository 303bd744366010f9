package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.filbert.model.KernelExpansion;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A kernel that only the tests' class path registers works like the included ones. */
class FurtherKernelTest {
  @RegisterExtension static final SharedFlink FLINK = new SharedFlink();

  @TempDir Path directory;

  private CommandLineRun train(String kernel, String system) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("letters.yaml"),
            """
            name: letters
            parallelism: 2
            task: classification
            data:
              train:
                path: ../data/letter-recognition.csv.gz
                format: {type: csv, header: true, label: lettr}
                rows: 1-600
            kernel: KERNEL
            system: SYSTEM
            objective: {ridge: 0.01}
            solver: {type: block-coordinate-descent, blockSize: 100, epochs: 5}
            preprocessing: {scaling: {type: none}}
            store: DIRECTORY/store
            """
                .replace("KERNEL", kernel)
                .replace("SYSTEM", system)
                .replace("DIRECTORY", directory.toString()));
    return CommandLineRun.of(
        "train", file.toString(), "--out", directory.resolve("run").toString());
  }

  @Test
  void itTrainsAndItsModelComesBack() throws IOException {
    train("{type: inverse-multiquadric, sigma: median}", "{type: nystrom, landmarks: 200}")
        .assertDone();
    JsonNode summary = new ObjectMapper().readTree(directory.resolve("run/summary.json").toFile());
    assertThat(summary.get("kernel").asText()).startsWith("InverseMultiquadric[sigma=");
    assertThat(summary.get("trainError").asDouble()).isLessThan(0.2);
    assertThat(directory.resolve("run/config.yaml")).content().contains("inverse-multiquadric");

    ModelStore store = ModelStore.open(new org.apache.flink.core.fs.Path(directory + "/store"));
    TrainedModel model = store.load(store.latest("letters"));
    assertThat(((KernelExpansion) model.model()).kernel()).isInstanceOf(InverseMultiquadric.class);
    double[] firstRow = {2, 8, 3, 5, 1, 8, 13, 0, 6, 6, 10, 8, 0, 8, 0, 8};
    assertThat(model.predictClass(firstRow)).isEqualTo("T");
    assertThat(directory.resolve("store/letters/000001/kernel.kryo"))
        .content()
        .contains("inverse-multiquadric", "sigma");
  }

  @Test
  void itIsCheckedLikeAllOthers() throws IOException {
    train("{type: inverse-multiquadric, nu: 1.5}", "{type: full-kernel}")
        .assertRefused("/letters.yaml:9: kernel.nu: unknown key; allowed: sigma, type");
    train("{type: inverse-multiquadric, sigma: 0}", "{type: full-kernel}")
        .assertRefused(
            "/letters.yaml:9: kernel.sigma: must be a number above 0, or a list of such in"
                + " ascending order, or median, or auto, found 0.0");
    train("{type: multiquadric, sigma: 1}", "{type: full-kernel}")
        .assertRefused(
            "unknown type 'multiquadric' (did you mean 'inverse-multiquadric'?); allowed: auto,"
                + " cauchy, exponential, gaussian, inverse-multiquadric, k-pq, laplacian, linear,"
                + " matern, polynomial");
    train("{type: inverse-multiquadric, sigma: 1}", "{type: random-features, features: 100}")
        .assertRefused(
            "system.map is fourier, which needs one of the kernels cauchy, exponential, gaussian,"
                + " k-pq, laplacian, matern (k-pq where q is p or p is 2)");
  }
}
