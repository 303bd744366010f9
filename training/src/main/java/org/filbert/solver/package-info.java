@NullMarked
package org.filbert.solver;

import org.jspecify.annotations.NullMarked;
