package org.filbert.store;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a published version.
 *
 * @param formatVersion of all its files
 * @param modelType determines the parts and their meaning
 * @param runId of the run that published the version
 * @param created ISO 8601 time in UTC
 */
public record Manifest(
    int formatVersion,
    String modelType,
    String name,
    int version,
    String runId,
    String created,
    Summary summary,
    List<Part> parts) {
  /** The format that is written. This and all earlier formats can be read. */
  public static final int FORMAT_VERSION = 1;

  /** Checks that all fields are present and that the sizes of the parts are possible. */
  public Manifest {
    new ModelVersion(required("name", name), version); // checks name and number
    required("modelType", modelType);
    required("runId", runId);
    required("created", created);
    required("summary", summary);
    parts = List.copyOf(required("parts", parts));
    sum(parts);
  }

  private static <T> T required(String key, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException("found no " + key);
    }
    return value;
  }

  private static long sum(List<Part> parts) {
    return parts.stream().mapToLong(Part::size).reduce(0, Math::addExact);
  }

  /**
   * Figures for lists of models.
   *
   * @param n rows that the model keeps, or rows that it was fitted on if it keeps none
   * @param d input features
   * @param k score columns
   * @param kernel with its parameters
   */
  public record Summary(long n, int d, int k, String kernel) {
    public Summary {
      required("kernel", kernel);
    }
  }

  /**
   * A file of the version.
   *
   * @param file name within the version's directory
   * @param size in bytes
   * @param sha256 in lower-case hexadecimal
   */
  public record Part(String file, String mediaType, long size, String sha256) {
    public Part {
      if (!required("file", file).matches("[a-z0-9][a-z0-9._-]*")) {
        throw new IllegalArgumentException("found '" + file + "' as the file name of a part");
      }
      required("mediaType", mediaType);
      required("sha256", sha256);
      if (size < 0) {
        throw new IllegalArgumentException("found a part of " + size + " bytes");
      }
    }
  }

  /** Total size of all parts in bytes. */
  public long size() {
    return sum(parts);
  }

  Optional<Part> part(String file) {
    return parts.stream().filter(part -> part.file().equals(file)).findFirst();
  }
}
