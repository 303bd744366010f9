/** Processes on this machine that outlive the process that starts them. */
@NullMarked
package org.filbert.jobs.process;

import org.jspecify.annotations.NullMarked;
