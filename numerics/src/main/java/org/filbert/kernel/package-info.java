@NullMarked
package org.filbert.kernel;

import org.jspecify.annotations.NullMarked;
