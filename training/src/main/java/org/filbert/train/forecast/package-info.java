/**
 * What a run will take in memory and seconds, on which machines, and which system and solver that
 * leaves. Begin with {@link org.filbert.train.forecast.MemoryCheck}, {@link
 * org.filbert.train.forecast.Speed} and {@link org.filbert.train.forecast.ApproachChoice}. The
 * sizes themselves are counted by the systems.
 */
@NullMarked
package org.filbert.train.forecast;

import org.jspecify.annotations.NullMarked;
