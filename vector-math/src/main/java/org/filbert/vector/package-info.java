/**
 * Elementary functions and products by the Vector API, found as a service; the only user of an
 * incubator module. Begin with {@code PanamaVectorMath}. It has the bits of plain Java.
 */
@NullMarked
package org.filbert.vector;

import org.jspecify.annotations.NullMarked;
