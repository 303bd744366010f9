@NullMarked
package org.filbert.vector;

import org.jspecify.annotations.NullMarked;
