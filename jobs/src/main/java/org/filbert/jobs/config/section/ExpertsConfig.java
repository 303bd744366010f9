package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelOptions;
import org.filbert.kernel.KernelType;
import org.filbert.kernel.SpectralKernel;
import org.filbert.kernel.Statistic;

/**
 * Experts of one kernel: one for each width and each memory.
 *
 * @param kernel The kernel. Its widths are in units of the square root of the number of inputs that
 *     a random feature looks at, of their number for a kernel of absolute distances.
 * @param features Number of random features, even.
 * @param order Number of inputs that each random feature looks at, drawn at random: such experts
 *     learn rules and sums of functions of few inputs. Default: all inputs
 * @param memories Memories f: a row that lies n rows back counts fⁿ; 1: all rows count the same.
 */
public record ExpertsConfig(
    KernelOptions kernel,
    @JsonProperty(defaultValue = "100") int features,
    OptionalInt order,
    @JsonProperty(defaultValue = "[0.999, 0.99, 0.95]") List<Double> memories) {
  public ExpertsConfig {
    memories = List.copyOf(memories);
    if (features < 2 || features % 2 != 0) {
      throw new IllegalArgumentException(
          "features is " + features + ", must be an even number of 2 or more");
    }
    if (order.isPresent() && order.getAsInt() < 1) {
      throw new IllegalArgumentException("order is " + order.getAsInt() + ", must be 1 or more");
    }
    if (memories.isEmpty()) {
      throw new IllegalArgumentException("memories is empty, must have one or more");
    }
    if (kernel.automatic()) {
      throw new IllegalArgumentException(
          "kernel is chosen by the rows, must be given: a stream's rows are not known beforehand");
    }
    if (kernel.metric().isPresent()) {
      throw new IllegalArgumentException(
          "kernel.metric is given, must be left out: a stream learns no metric");
    }
    if (kernel.needsMedian() || kernel.automaticWidth()) {
      throw new IllegalArgumentException(
          "kernel.sigma is median or auto, must be a number or a list: a stream's distances are not"
              + " known beforehand");
    }
    if (!(kernel.kernel(OptionalDouble.empty()) instanceof SpectralKernel)) {
      throw new IllegalArgumentException(
          "kernel has no random Fourier features, must be one of "
              + KernelType.names(SpectralKernel.class));
    }
  }

  /**
   * A map for each width, for rows of d features.
   *
   * @param number of maps that have seeds of their own already
   */
  List<RandomFourier> maps(int d, long seed, int number) {
    SpectralKernel first = (SpectralKernel) kernel.kernel(OptionalDouble.empty());
    Integer fewer = order.isPresent() && order.getAsInt() < d ? order.getAsInt() : null;
    int each = fewer == null ? d : fewer;
    double unit = first.statistic() == Statistic.ABSOLUTE_DISTANCE ? each : Math.sqrt(each);
    List<Double> widths = kernel.widths().isEmpty() ? List.of(first.sigma()) : kernel.widths();
    List<RandomFourier> maps = new ArrayList<>();
    for (double width : widths) {
      Kernel scaled = first.withSigma(width * unit);
      long own = seed + number + maps.size();
      maps.add(new RandomFourier(scaled, d, features, own, RandomFourier.Form.COSINE_SINE, fewer));
    }
    return maps;
  }
}
