/**
 * Feature maps: random Fourier features, hashing, TensorSketch, random binning, sketches. Begin
 * with {@code FeatureMap} for the exact reference and {@code FeatureBlocks} for the fast pass. It
 * does not know what is solved with them.
 */
@NullMarked
package org.filbert.features;

import org.jspecify.annotations.NullMarked;
