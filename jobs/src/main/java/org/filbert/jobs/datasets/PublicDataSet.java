package org.filbert.jobs.datasets;

import java.util.List;
import java.util.Optional;

/**
 * A public data set.
 *
 * @param home the page that describes it
 * @param archive what all of its files are made of, if they are not published one by one
 */
public record PublicDataSet(
    String name,
    String title,
    String home,
    String licence,
    Optional<PublicFile> archive,
    List<PublicFile> files) {}
