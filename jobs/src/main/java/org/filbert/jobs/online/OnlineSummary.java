package org.filbert.jobs.online;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.filbert.jobs.config.section.RecursiveConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.training.report.RunNumerics;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a run whose stream has ended.
 *
 * @param d number of features
 * @param experts in words, in the order of their weights; left out if there are none
 * @param finished the last line of the table
 * @param modelVersion version in the store; absent if nothing was learned
 */
record OnlineSummary(
    String algorithm,
    String loss,
    String kernel,
    int d,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<String> experts,
    int parallelism,
    OnlineLine finished,
    String modelName,
    @Nullable Integer modelVersion,
    String precision,
    long seed,
    String runId,
    SortedMap<String, String> versions) {

  static OnlineSummary of(OnlineLoop loop, OnlineLine finished, @Nullable Integer modelVersion) {
    OnlineConfig config = loop.config();
    return new OnlineSummary(
        word(config.learner().algorithm()),
        word(config.learner().loss()),
        kernel(config),
        loop.features(),
        OnlineExperts.of(config, loop.features()).names(),
        loop.workers(),
        finished,
        config.name(),
        modelVersion,
        word(config.precision()),
        config.seed(),
        loop.runId(),
        RunNumerics.of(config.backend()).versions());
  }

  /** The kernel, or those of the experts. */
  static String kernel(OnlineConfig config) {
    return config.learner() instanceof RecursiveConfig recursive
        ? recursive.experts().stream()
            .map(each -> each.kernel().toString())
            .collect(Collectors.joining(", "))
        : config.kernel().orElseThrow().kernel(OptionalDouble.empty()).toString();
  }

  /** A choice as the configuration spells it. */
  static String word(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
