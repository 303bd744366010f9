/** Simple learners to compare a kernel machine with, on the same stream. */
@NullMarked
package org.filbert.online.baseline;

import org.jspecify.annotations.NullMarked;
