/** Online learning: runs over a stream. */
@NullMarked
package org.filbert.jobs.online;

import org.jspecify.annotations.NullMarked;
