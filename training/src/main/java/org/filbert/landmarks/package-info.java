@NullMarked
package org.filbert.landmarks;

import org.jspecify.annotations.NullMarked;
