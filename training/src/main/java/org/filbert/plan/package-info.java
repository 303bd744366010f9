/**
 * What a run will hold and do, as numbers. Begin with {@code Plan}. The numbers are made by systems
 * and solvers.
 */
@NullMarked
package org.filbert.plan;

import org.jspecify.annotations.NullMarked;
