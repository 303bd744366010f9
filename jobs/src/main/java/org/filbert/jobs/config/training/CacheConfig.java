package org.filbert.jobs.config.training;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.filbert.cache.CacheBudget;
import org.filbert.jobs.config.yaml.ByteSize;
import org.filbert.jobs.config.yaml.SizeOrAuto;

/**
 * Kernel or feature blocks kept from epoch to epoch, all workers together; 0 switches off.
 *
 * @param memory Memory of all workers together; 0: none. {@code auto}: what the limit {@code
 *     memory} leaves.
 * @param disk Files for blocks that memory has no room for, of all workers together.
 * @param directory Local directory of these files on each machine. Default: the JVM's {@code
 *     java.io.tmpdir}
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
