/** Plans of a run's memory and work, before it begins. */
@NullMarked
package org.filbert.plan;

import org.jspecify.annotations.NullMarked;
