@NullMarked
package org.filbert.jobs.scoring;

import org.jspecify.annotations.NullMarked;
