package org.filbert.jobs.datasets;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file of a public data set.
 *
 * @param file path in the data directory
 * @param address where it is published; absent: it comes with Filbert or is made of an archive
 * @param form how the published file becomes this one; absent: it stays as it is, or is packed
 * @param part of the archive that it is made of
 * @param bytes size of its contents: of a .gz file, of what it unpacks to
 * @param sha256 of its contents; absent for what is made of a checked archive
 */
public record PublicFile(
    String file,
    Optional<String> address,
    Optional<Form> form,
    Optional<String> part,
    OptionalLong bytes,
    Optional<String> sha256) {
  /** What is done to a published file. */
  public enum Form {
    /** Weka's text format is written as CSV. */
    ARFF,
    /** The texts of an archive of film reviews are written as JSON lines. */
    REVIEWS
  }
}
