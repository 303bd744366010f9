/** Reports as single HTML pages without other files. */
@NullMarked
package org.filbert.jobs.report;

import org.jspecify.annotations.NullMarked;
