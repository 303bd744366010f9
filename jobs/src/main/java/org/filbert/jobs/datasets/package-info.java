/** Public data sets: where they are published, and whether they are here. */
@NullMarked
package org.filbert.jobs.datasets;

import org.jspecify.annotations.NullMarked;
