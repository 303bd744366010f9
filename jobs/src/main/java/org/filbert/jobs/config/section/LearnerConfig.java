package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import org.filbert.jobs.config.section.GradientsConfig.LossChoice;

/** The method of learning from a stream. */
@JsonTypeInfo(
    use = JsonTypeInfo.Id.NAME,
    include = JsonTypeInfo.As.EXISTING_PROPERTY,
    property = "algorithm",
    visible = true,
    defaultImpl = GradientsConfig.class)
@JsonSubTypes({
  @JsonSubTypes.Type(
      value = GradientsConfig.class,
      names = {"dsg", "udsg", "cdsg", "cdsg-inequality"}),
  @JsonSubTypes.Type(value = RecursiveConfig.class, name = "recursive-least-squares")
})
public sealed interface LearnerConfig permits GradientsConfig, RecursiveConfig {
  /** The key {@code algorithm}. */
  Enum<?> algorithm();

  /** What is minimised. */
  LossChoice loss();

  /** Rows of a batch where a configuration does not say. */
  int batchSize();

  /** Time that a row of a topic waits for its batch to fill where a configuration does not say. */
  Duration topicDelay();
}
