@NullMarked
package org.filbert.linalg;

import org.jspecify.annotations.NullMarked;
