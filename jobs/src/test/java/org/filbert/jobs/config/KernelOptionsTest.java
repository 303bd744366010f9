package org.filbert.jobs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.kernel.Cauchy;
import org.filbert.kernel.Exponential;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelOptions;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Matern;
import org.filbert.kernel.MetricOptions;
import org.filbert.kernel.MetricOptions.Learn;
import org.filbert.kernel.Polynomial;
import org.filbert.kernel.PoweredExponential;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelOptionsTest {
  @TempDir Path directory;

  private KernelOptions load(String yaml) throws IOException {
    Path file = Files.writeString(directory.resolve("kernel.yaml"), yaml);
    return new ConfigLoader().load(file, List.of(), KernelOptions.class);
  }

  private Kernel kernel(String yaml) throws IOException {
    KernelOptions config = load(yaml);
    assertThat(config.needsMedian()).isEqualTo(yaml.contains("median"));
    return config.kernel(OptionalDouble.of(7));
  }

  private Optional<MetricOptions> metric(String yaml) throws IOException {
    return load("{type: gaussian, sigma: auto, metric: " + yaml + "}").metric();
  }

  @Test
  void aMetricHasAFormAndDefaults() throws IOException {
    assertThat(load("{type: gaussian, sigma: 2}").metric()).isEmpty();
    assertThat(metric("{learn: diagonal}")).contains(MetricOptions.of(Learn.DIAGONAL));
    assertThat(metric("{learn: full, iterations: 3, sample: 500, centre: true}"))
        .contains(
            new MetricOptions(
                Learn.FULL,
                OptionalInt.of(3),
                OptionalInt.empty(),
                OptionalInt.of(500),
                Optional.of(true),
                Optional.empty(),
                Optional.empty()));
    assertThat(load("{type: auto, metric: {learn: auto}}").metric())
        .contains(MetricOptions.of(Learn.AUTO));
    assertThatThrownBy(() -> metric("{iterations: 3}"))
        .hasMessageContaining("lacks the key 'learn'");
    assertThat(
            metric("{learn: full, solutions: [{kernel: {type: gaussian, sigma: 3}, ridge: 0.1}]}")
                .orElseThrow()
                .given(0)
                .orElseThrow()
                .function())
        .isEqualTo(new Gaussian(3));
    assertThatThrownBy(() -> metric("{learn: auto, solutions: [{kernel: auto, ridge: 0.1}]}"))
        .hasMessageContaining(
            "a kernel of kernel.metric.solutions is left open, must have a type and one number as"
                + " sigma");
    assertThatThrownBy(
            () ->
                metric(
                    "{learn: auto, solutions: [{kernel: {type: gaussian, sigma: 3}, ridge: 1}]}"))
        .hasMessageContaining(
            "solutions is given, which needs learn: diagonal or full, found auto");
    assertThatThrownBy(() -> metric("{learn: full, solutions: []}"))
        .hasMessageContaining("solutions is an empty list, must have 1 or more");
    assertThatThrownBy(
            () ->
                metric(
                    "{learn: full, iterations: 1, solutions: [{kernel: {type: gaussian, sigma: 3},"
                        + " ridge: 1}]}"))
        .hasMessageContaining(
            "solutions and iterations are both given, must be at most one of them");
    assertThatThrownBy(() -> metric("{learn: full, iterations: 0}"))
        .hasMessageContaining("iterations is 0, must be 1 or more");
    assertThatThrownBy(() -> metric("{learn: diagonal, sample: 0}"))
        .hasMessageContaining("sample is 0, must be 1 or more");
    assertThatThrownBy(() -> metric("{learn: none, centre: true}"))
        .hasMessageContaining(
            "learn is none, which has no iterations, rows, sample, centre, refine or solutions");
    assertThatThrownBy(() -> load("{type: linear, metric: {learn: full}}"))
        .hasMessageContaining("metric");
  }

  @Test
  void makesEveryKernel() throws IOException {
    assertThat(kernel("{type: gaussian, sigma: 2}")).isEqualTo(new Gaussian(2));
    assertThat(kernel("{type: gaussian, sigma: median}")).isEqualTo(new Gaussian(7));
    assertThat(kernel("{type: gaussian, gamma: 0.125}")).isEqualTo(new Gaussian(2));
    assertThat(kernel("{type: laplacian, sigma: 3}")).isEqualTo(new Laplacian(3));
    assertThat(kernel("{type: laplacian, sigma: median}")).isEqualTo(new Laplacian(7));
    assertThat(kernel("{type: exponential, sigma: 3}")).isEqualTo(new Exponential(3));
    assertThat(kernel("{type: cauchy, sigma: 3}")).isEqualTo(new Cauchy(3));
    assertThat(kernel("{type: matern, nu: 1.5, sigma: 3}")).isEqualTo(new Matern(1.5, 3));
    assertThat(kernel("{type: matern, nu: 2.5, sigma: median}")).isEqualTo(new Matern(2.5, 7));
    assertThat(kernel("{type: k-pq, p: 2, q: 0.7, sigma: 3}"))
        .isEqualTo(new PoweredExponential(2, 0.7, 3));
    assertThat(kernel("{type: k-pq, p: 1, q: 1, sigma: median}"))
        .isEqualTo(new PoweredExponential(1, 1, 7));
    assertThat(kernel("{type: polynomial, degree: 3}")).isEqualTo(new Polynomial(3, 1, 1));
    assertThat(kernel("{type: polynomial, degree: 2, gamma: 0.5, c: 0}"))
        .isEqualTo(new Polynomial(2, 0.5, 0));
    assertThat(kernel("{type: linear}")).isEqualTo(new Linear());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {type: gaussian}                      | :1: sigma and gamma are both missing, must be exactly one of them (gamma = 1 / (2 sigma^2))
          {type: gaussian, sigma: 1, gamma: 1}  | :1: gamma and sigma are both given, must be exactly one of them (gamma = 1 / (2 sigma^2))
          {type: cauchy}                        | :1: lacks the key 'sigma'
          {type: cauchy, sigma: 0}              | :1: sigma: must be a number above 0, or a list of such in ascending order, or median, or auto, found 0.0
          {type: matern, nu: 1, sigma: median}  | :1: nu is 1.0, must be one of 0.5, 1.5, 2.5
          {type: k-pq, p: 1, q: 1.5, sigma: 1}  | :1: p is 1.0 and q is 1.5, must be 0 < q <= p <= 2
          {type: k-pq, q: 1, sigma: 1}          | :1: lacks the key 'p'
          {type: polynomial, degree: 0}         | :1: degree is 0, must be from 1 to 32
          {type: linear, sigma: 1}              | :1: sigma: unknown key; allowed: type
          """)
  void namesWhatIsWrong(String yaml, String message) {
    assertThatThrownBy(() -> load(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessage(directory.resolve("kernel.yaml") + message);
  }
}
