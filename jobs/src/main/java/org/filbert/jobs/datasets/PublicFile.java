package org.filbert.jobs.datasets;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file of a public data set.
 *
 * @param file path in the data directory
 * @param address of the published file; absent for a file that is shipped or comes from the archive
 * @param form conversion of the published file; absent if it is at most packed
 * @param part of the archive that it is made from
 * @param bytes size of its contents, unpacked for a .gz file
 * @param sha256 of its contents; absent for a file from a checked archive
 */
public record PublicFile(
    String file,
    Optional<String> address,
    Optional<Form> form,
    Optional<String> part,
    OptionalLong bytes,
    Optional<String> sha256) {
  /** Conversions of a published file. */
  public enum Form {
    /** Weka's text format becomes CSV. */
    ARFF,
    /** The texts of an archive of film reviews become JSON lines. */
    REVIEWS
  }
}
