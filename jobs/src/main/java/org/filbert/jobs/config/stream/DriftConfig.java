package org.filbert.jobs.config.stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;
import org.filbert.online.DriftResponse;
import org.filbert.online.progressive.Adwin;
import org.filbert.online.progressive.DriftDetector;

/**
 * Whether changes of the stream are looked for, and what is done about them.
 *
 * @param detector The test for a growing error, for classification.
 * @param response What happens when the error grows.
 */
public record DriftConfig(
    Optional<DetectorConfig> detector,
    @JsonProperty(defaultValue = "none") DriftResponse response) {
  public DriftConfig {
    if (response != DriftResponse.NONE && detector.isEmpty()) {
      throw new IllegalArgumentException("response is given, which needs a detector");
    }
  }

  /** A test for growing errors. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes(@JsonSubTypes.Type(value = AdwinConfig.class, name = "adwin"))
  public sealed interface DetectorConfig {
    DriftDetector toDetector();
  }

  /**
   * ADWIN: adaptive windowing.
   *
   * @param delta Probability of a false alarm.
   */
  public record AdwinConfig(@JsonProperty(defaultValue = "0.002") double delta)
      implements DetectorConfig {
    public AdwinConfig {
      new Adwin(delta); // checks it
    }

    @Override
    public DriftDetector toDetector() {
      return new Adwin(delta);
    }
  }
}
