/**
 * Landmarks of Nyström systems: drawn, pivoted, arranged. Begin with {@code Landmarks}. It does not
 * know what is solved on them.
 */
@NullMarked
package org.filbert.landmarks;

import org.jspecify.annotations.NullMarked;
