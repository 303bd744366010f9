/** What all runs have in common: their directory, their checkpoints, and how they are followed. */
@NullMarked
package org.filbert.jobs.run;

import org.jspecify.annotations.NullMarked;
