@NullMarked
package org.filbert.benchmarks;

import org.jspecify.annotations.NullMarked;
