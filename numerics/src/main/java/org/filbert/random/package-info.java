@NullMarked
package org.filbert.random;

import org.jspecify.annotations.NullMarked;
