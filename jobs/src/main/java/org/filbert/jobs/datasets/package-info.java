/** Public data sets: downloads and checks. */
@NullMarked
package org.filbert.jobs.datasets;

import org.jspecify.annotations.NullMarked;
