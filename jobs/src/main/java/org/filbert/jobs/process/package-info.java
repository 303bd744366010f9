/** Processes on this machine that outlive the one that started them. */
@NullMarked
package org.filbert.jobs.process;

import org.jspecify.annotations.NullMarked;
