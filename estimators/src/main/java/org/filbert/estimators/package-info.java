/** Kernel methods as estimators and models of Flink ML. */
@NullMarked
package org.filbert.estimators;

import org.jspecify.annotations.NullMarked;
