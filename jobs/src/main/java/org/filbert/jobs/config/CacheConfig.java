package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.filbert.cache.CacheBudget;

/**
 * Kernel or feature blocks kept from epoch to epoch, all workers together; 0 switches off.
 *
 * @param memory auto: what everything else in the plan leaves of {@link TrainConfig#memory}
 * @param disk room on the workers' machines for blocks that memory has no room for
 * @param directory on the workers' machines; absent: the JVM's for temporary files
 */
public record CacheConfig(
    @JsonProperty(defaultValue = "auto") SizeOrAuto memory,
    @JsonProperty(defaultValue = "0") ByteSize disk,
    Optional<String> directory) {

  public CacheConfig {
    if (directory.isPresent() && directory.get().isBlank()) {
      throw new IllegalArgumentException("directory is empty, must be a path");
    }
  }

  public CacheBudget toBudget() {
    return new CacheBudget(memory.bytesOr(Long.MAX_VALUE), disk.bytes(), directory.orElse(null));
  }
}
