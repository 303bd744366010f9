/**
 * A data set opened for a job or for the process itself: files are found, bad records counted,
 * places named. Begin with {@code Input}. It does not know what a format looks like inside.
 */
@NullMarked
package org.filbert.connectors.read;

import org.jspecify.annotations.NullMarked;
