@NullMarked
package org.filbert.jobs.training;

import org.jspecify.annotations.NullMarked;
