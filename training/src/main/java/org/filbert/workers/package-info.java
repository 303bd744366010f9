@NullMarked
package org.filbert.workers;

import org.jspecify.annotations.NullMarked;
