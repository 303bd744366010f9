/** Reports as single HTML pages that need nothing beside themselves. */
@NullMarked
package org.filbert.jobs.report;

import org.jspecify.annotations.NullMarked;
