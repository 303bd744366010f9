package org.filbert.system.equations;

import org.filbert.linalg.Matrix;

/**
 * The gradient (B - A·u)_b of a block b, with which a step on the block begins.
 *
 * @param cached whether the caches of all workers had the block's columns
 */
public record BlockGradient(int block, Matrix g, boolean cached) {}
