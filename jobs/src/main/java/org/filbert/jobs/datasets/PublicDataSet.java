package org.filbert.jobs.datasets;

import java.util.List;
import java.util.Optional;

/**
 * A public data set.
 *
 * @param home the page that describes it
 * @param archive the archive of all its files; absent if files are published one by one
 */
public record PublicDataSet(
    String name,
    String title,
    String home,
    String licence,
    Optional<PublicFile> archive,
    List<PublicFile> files) {}
