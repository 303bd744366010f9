/**
 * Public data sets: where they are, their checksums, and their conversion. Begin with {@code
 * Catalogue}. It does not know what they are used for.
 */
@NullMarked
package org.filbert.jobs.datasets;

import org.jspecify.annotations.NullMarked;
