/**
 * Blocks of kernel and feature matrices kept within a budget, in memory and on disk. Begin with
 * {@code BlockCache}. It does not know what a block means.
 */
@NullMarked
package org.filbert.cache;

import org.jspecify.annotations.NullMarked;
