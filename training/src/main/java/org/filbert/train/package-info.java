@NullMarked
package org.filbert.train;

import org.jspecify.annotations.NullMarked;
